import { useState } from 'react'
import { doesNotWork } from '../../../contract/saved-work/activities.ts'
import { useLocal } from '../../shared/offline/device.tsx'
import { reportWrong } from '../../offline/activities.ts'
import { ItemStateMark } from '../../ui/item-state.tsx'
import { Menu } from '../../ui/menu.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { useAbout } from './about.ts'
import { isReportOf } from '../../shared/visits/activity-copy.ts'
import type { Fact } from './facts.ts'
import { useSave } from '../../shared/visits/use-save.ts'
import { TextComposer } from './text-composer.tsx'

/** The menu of a field: reports what is wrong, in one press or in words. The report waits on this device until it is sent. */
export const ReportWrong = ({ fact }: { fact: Fact }) => {
  const local = useLocal()
  const { category, recordId } = useAbout()
  const { keep } = useSave()
  // Null before the first use: forty fields must not render forty forms.
  const [open, setOpen] = useState<boolean | null>(null)
  const report = async (reason: string): Promise<void> => {
    const text = `${fact.label}: ${reason}`
    await reportWrong(local, { category, recordId }, { field: fact.field, text })
    showToast({ title: `${fact.label} reported` })
  }
  const reportAtOnce = async (reason: string): Promise<void> => {
    if (!(await keep(() => report(reason))))
      showToast({ title: 'We couldn’t save your report', tone: 'danger' })
  }
  return (
    <>
      <Menu
        label={`Report ${fact.label} as wrong`}
        size="sm"
        className="-my-3 -mr-2 opacity-70 transition-opacity pointer-fine:-my-1.5 pointer-fine:opacity-0 pointer-fine:group-hover/fact:opacity-100 pointer-fine:focus-visible:opacity-100 pointer-fine:aria-expanded:opacity-100"
        groups={[
          {
            heading: `What’s wrong with ${fact.label}?`,
            items: [
              ...reasonsFor(fact).map((reason) => ({
                label: reason,
                onSelect: () => void reportAtOnce(reason),
              })),
              { label: 'Something else…', icon: 'edit' as const, onSelect: () => setOpen(true) },
            ],
          },
        ]}
      />
      {open !== null && (
        <TextComposer
          open={open}
          onOpenChange={setOpen}
          title={`What’s wrong with ${fact.label}?`}
          label="What’s wrong? Add the correct details if you know them."
          action="Report"
          save={report}
        />
      )}
    </>
  )
}

/** Says that a field was reported since its source was last seen, with the sync state. `seenAt` is YYYY-MM-DD. */
export const ReportedMark = ({ fact, seenAt }: { fact: Fact; seenAt: string | undefined }) => {
  const { activities } = useAbout()
  const report = activities?.find(({ value }) => isReportOf(value, fact))
  if (report === undefined || (seenAt !== undefined && report.value.at.slice(0, 10) < seenAt))
    return null
  return (
    <span className="mt-0.5 flex flex-wrap items-center gap-x-2 text-12 text-warn">
      {report.value.text.slice(fact.label.length + 2)}
      {report.value.isAuthor ? ', reported by you' : ', reported by a colleague'}
      <ItemStateMark state={report.state} />
    </span>
  )
}

const reasonsFor = (fact: Fact): readonly string[] => {
  const reaches = fact.links?.some(({ href }) => /^(tel|mailto|https?):/.test(href ?? ''))
  return reaches === true
    ? [doesNotWork, 'Belongs to someone else', 'Out of date']
    : ['Wrong', 'Out of date']
}
