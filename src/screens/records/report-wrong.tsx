import { doesNotWork } from '../../../contract/saved-work/activities.ts'
import { useLocal } from '../../shared/offline/device.tsx'
import { reportWrong } from '../../offline/activities.ts'
import { ItemStateMark } from '../../ui/item-state.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { useAbout } from './about.ts'
import { isReportOf } from '../../shared/visits/activity-copy.ts'
import type { Fact } from './facts.ts'
import { useSave } from '../../shared/visits/use-save.ts'

/** Reports what is wrong with a fact, in one press or in words. The report waits on this device until it is sent. */
export const useReport = (fact: Fact) => {
  const local = useLocal()
  const { category, recordId } = useAbout()
  const { keep } = useSave()
  const report = async (reason: string): Promise<void> => {
    const text = `${fact.label}: ${reason}`
    await reportWrong(local, { category, recordId }, { field: fact.field, text })
    showToast({ title: `${fact.label} reported` })
  }
  const reportAtOnce = async (reason: string): Promise<void> => {
    if (!(await keep(() => report(reason))))
      showToast({ title: 'We couldn’t save your report', tone: 'danger' })
  }
  return { report, reportAtOnce }
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

export const reasonsFor = (fact: Fact): readonly string[] => {
  const reaches = fact.links?.some(({ href }) => /^(tel|mailto|https?):/.test(href ?? ''))
  return reaches === true
    ? [doesNotWork, 'Belongs to someone else', 'Out of date']
    : ['Wrong', 'Out of date']
}
