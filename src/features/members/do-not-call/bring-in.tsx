import { useState } from 'react'
import { useOffline } from '../../../lib/contact.ts'
import { formatCount, formatNumber } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { Told } from '../../../ui/told.tsx'
import { FilePick } from './file-pick.tsx'
import { readFile, useWash, type Chosen } from './use-wash.ts'
import { outcomeOf } from './washes.tsx'

/** Brings the answer of the register in: the file it gave, what that file holds, the numbers that were sent to it, and the day. `today` is YYYY-MM-DD. */
export const BringIn = ({ today }: { today: string }) => {
  const { state, bring, reset } = useWash()
  const offline = useOffline()
  const [result, setResult] = useState<Chosen | null>(null)
  const [checked, setChecked] = useState<Chosen | null>(null)
  const [holds, setHolds] = useState<'listed' | 'not-listed'>('listed')
  const [day, setDay] = useState(today)
  const sending = state.is === 'sending'
  const saysItself = result !== null && 'numbers' in result && result.numbers.listed !== null
  const start = (): void => {
    if (result === null || 'error' in result) return
    const sent = checked !== null && 'numbers' in checked ? checked.numbers : null
    void bring(result, holds, sent, day)
  }
  const again = (): void => {
    setResult(null)
    setChecked(null)
    reset()
  }
  return (
    <Card className="flex flex-col gap-4">
      <div>
        <h3 className="text-14 font-medium">Bring a check in</h3>
        <p className="max-w-text text-13 text-ink-faint">
          Have your numbers checked at the Do Not Call Register, and bring in the file it answers
          with. It takes effect at once and holds for 30 days.
        </p>
      </div>
      {state.is === 'done' ? (
        <Told
          icon="check"
          actions={
            <Button size="sm" onClick={again}>
              Bring in another
            </Button>
          }
        >
          {formatCount(state.wash.taken, 'row', 'rows')} brought in: {outcomeOf(state.wash)}.
        </Told>
      ) : (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <FilePick
              label="Answer of the register"
              hint="CSV or text, 10 MB at most: one number a line, or with a column that says yes or no."
              chosen={result}
              disabled={sending}
              onFile={(file) => void readFile(file).then(setResult)}
            />
            <FilePick
              label="Numbers you had checked"
              hint={
                saysItself
                  ? 'Not needed: the answer says of each number whether it is listed.'
                  : 'The list you sent in. Without it only the numbers of the answer are known.'
              }
              chosen={checked}
              disabled={sending || saysItself}
              onFile={(file) => void readFile(file).then(setChecked)}
            />
          </div>
          <div className="flex flex-wrap items-end gap-x-6 gap-y-4">
            {!saysItself && (
              <div className="flex min-w-0 flex-col gap-1">
                <span className="text-13 font-medium text-ink-soft">The answer holds numbers</span>
                <Segmented
                  label="The answer holds numbers"
                  value={holds}
                  options={[
                    { value: 'listed', label: 'on the register' },
                    { value: 'not-listed', label: 'not on it' },
                  ]}
                  onValueChange={setHolds}
                />
              </div>
            )}
            <TextField
              label="Checked on"
              type="date"
              value={day}
              max={today}
              onValueChange={setDay}
              className="w-44 max-sm:w-full"
            />
            <Button
              variant="primary"
              icon="upload"
              busy={sending}
              disabledReason={whyNot(result, checked, day, today, offline)}
              onClick={start}
              className="max-sm:w-full"
            >
              Bring in
            </Button>
          </div>
          {state.is === 'sending' && (
            <div role="status" className="flex flex-col gap-2 text-13 text-ink-soft">
              <Progress wide done={state.done} total={state.total} label="Numbers brought in" />
              <span className="tabular">
                {formatNumber(state.done)} of {formatNumber(state.total)} numbers. Stay on this page
                until it is done.
              </span>
            </div>
          )}
          {state.is === 'failed' && (
            <Told icon="warning" tone="danger" role="alert">
              {state.why}. What had arrived counts already; bring the file in again for the rest.
            </Told>
          )}
        </>
      )}
    </Card>
  )
}

const whyNot = (
  result: Chosen | null,
  checked: Chosen | null,
  day: string,
  today: string,
  offline: boolean,
): string | undefined => {
  if (offline) return 'No connection'
  if (result === null) return 'Choose the answer of the register'
  if ('error' in result) return result.error
  if (checked !== null && 'error' in checked) return checked.error
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return 'Say on which day it was checked'
  return day > today ? 'The day of the check is still to come' : undefined
}
