import { phoneOf } from '../../../shared/do-not-call/do-not-call.ts'
import { useLocation } from 'wouter'
import { links, recordLink } from '../../../../contract/links.ts'
import type { CompanyView, PersonView, RecordView } from '../../../../contract/records/records.ts'
import { mapsLink } from '../../../lib/maps.ts'
import { usePushItems } from '../../../shared/crm/push-items.ts'
import { askToDownload, type ToDownload } from '../../../shared/downloads/download-store.ts'
import { copyLink } from '../../../shared/records/copy-link.ts'
import { officeOf } from '../../../shared/records/trail.ts'
import { isMasked } from '../../../shared/unlocks/masked.ts'
import { askToUnlock } from '../../../shared/unlocks/unlock-store.ts'
import { Menu, type MenuItem } from '../../../ui/menu.tsx'
import { addRecord } from '../add-to-list-state.ts'
import { withMark } from '../criteria-edit.ts'
import { logVisit, requestRowAct } from '../row-act-state.ts'
import { isPerson } from '../../../shared/records/record-kind.ts'
import { useSearchHandle } from '../search-context.ts'
import { peopleOf } from '../search-state.ts'

export const RowMenu = ({ record, onOpen }: { record: RecordView; onOpen: () => void }) => {
  const { change, edit } = useSearchHandle()
  const [, navigate] = useLocation()
  const pushItems = usePushItems()
  const own: MenuItem = isPerson(record)
    ? {
        label: 'Open the company',
        icon: 'building',
        onSelect: () => navigate(links.company(record.company_id)),
      }
    : {
        label: 'Find people',
        icon: 'people',
        onSelect: () => change((now) => peopleOf(now, [record.id])),
      }
  const what: ToDownload = {
    category: isPerson(record) ? 'people' : 'company',
    source: { kind: 'ids', ids: [record.id] },
    name: record.name,
  }
  const address = recordLink(what.category, record.id)
  return (
    <Menu
      label={`Actions for ${record.name}`}
      size="sm"
      groups={[
        {
          items: [
            ...(phoneOf(record) === null
              ? []
              : [
                  {
                    label: 'Call',
                    icon: 'phone' as const,
                    onSelect: () => requestRowAct('call', record),
                  },
                ]),
            ...(isPerson(record) || record.hq === undefined ? [] : [directionsTo(record)]),
            {
              label: 'Log visit',
              icon: 'visit',
              onSelect: () =>
                logVisit({ category: what.category, recordId: record.id, name: record.name }),
            },
            { label: 'Add note', icon: 'edit', onSelect: () => requestRowAct('note', record) },
          ],
        },
        {
          items: [
            { label: 'Open', icon: 'eye', onSelect: onOpen },
            { label: 'Open full view', icon: 'arrow-right', onSelect: () => navigate(address) },
            {
              label: 'Add to list',
              icon: 'list',
              onSelect: () => addRecord(what.category, record),
            },
            own,
            ...(isPerson(record) && isMasked(record) ? [revealOf(record)] : []),
            { label: 'Download', icon: 'download', onSelect: () => askToDownload(what) },
            ...pushItems(what),
            { label: 'Copy link', icon: 'copy', onSelect: () => void copyLink(address) },
          ],
        },
        {
          items: [
            { label: 'Save offline', icon: 'pin', onSelect: () => requestRowAct('save', record) },
            {
              label: 'Report wrong data',
              icon: 'warning',
              onSelect: () => requestRowAct('report', record),
            },
            {
              label: 'Hide from this search',
              icon: 'exclude',
              onSelect: () =>
                edit((now) =>
                  withMark(
                    now,
                    isPerson(record) ? 'person_id' : 'company_id',
                    record.id,
                    'exclude',
                  ),
                ),
            },
          ],
        },
      ]}
    />
  )
}

const directionsTo = (company: CompanyView): MenuItem => ({
  label: 'Directions',
  icon: 'directions',
  onSelect: () => {
    const office = officeOf(company)
    if (office) open(mapsLink(office, company.name), '_blank', 'noreferrer')
  },
})

const revealOf = (person: PersonView): MenuItem => ({
  label: 'Reveal',
  hint: '1 credit',
  icon: 'unlock',
  onSelect: () =>
    askToUnlock({
      category: 'people',
      source: { kind: 'ids', ids: [person.id] },
      name: person.name,
    }),
})
