import { followUpsOf } from '../../offline/follow-ups.ts'
import { useLive } from '../../shared/offline/device.tsx'
import { ChangedBar } from '../../shared/visits/changed-bar.tsx'
import { FollowUpRow } from '../../shared/visits/follow-up-row.tsx'
import { useChangeFollowUp } from '../../shared/visits/use-change-follow-up.ts'

/** What the user still means to do about a record. */
export const OpenFollowUps = ({ recordId }: { recordId: string }) => {
  const all = useLive((device) => followUpsOf(device, recordId), [recordId])
  const { change, changed, close } = useChangeFollowUp()
  const open = all?.filter(({ value }) => value.state === 'open') ?? []
  return (
    <>
      <ChangedBar changed={changed} onClose={close} />
      {open.length > 0 && (
        <ul
          aria-label="Follow-ups"
          className="my-2 divide-y divide-line rounded-md border border-line bg-card"
        >
          {open.map((followUp) => (
            <FollowUpRow key={followUp.id} followUp={followUp} name={null} onChange={change} />
          ))}
        </ul>
      )}
    </>
  )
}
