import { useState } from 'react'
import { useOffline } from '../../../lib/connectivity.ts'
import { formatCount, formatNumber } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { FilePick } from './file-pick.tsx'
import { readFile, useWash, type Chosen } from './use-wash.ts'
import { outcomeOf } from './washes.tsx'

/** Uploads the register's result: the file, what it holds, the numbers that were checked, and the date. `today` is YYYY-MM-DD. */
export const UploadWash = ({ today }: { today: string }) => {
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
        <h3 className="text-14 font-medium">Upload a Do Not Call check</h3>
        <p className="max-w-text text-13 text-ink-faint">
          Check your numbers on the Do Not Call Register, then upload the result. It applies
          straight away for 30 days.
        </p>
      </div>
      {state.is === 'done' ? (
        <Callout
          icon="check"
          actions={
            <Button size="sm" onClick={again}>
              Upload another
            </Button>
          }
        >
          {formatCount(state.wash.received, 'row', 'rows')} uploaded: {outcomeOf(state.wash)}.
        </Callout>
      ) : (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <FilePick
              label="Result file"
              hint="CSV or text, up to 10 MB. One number per line, or a yes/no column."
              chosen={result}
              disabled={sending}
              onFile={(file) => void readFile(file).then(setResult)}
            />
            <FilePick
              label="Numbers you checked"
              hint={
                saysItself
                  ? 'Not needed. The result file already says which numbers are listed.'
                  : 'The list you sent to the register. Without it, we only know the numbers in the result.'
              }
              chosen={checked}
              disabled={sending || saysItself}
              onFile={(file) => void readFile(file).then(setChecked)}
            />
          </div>
          <div className="flex flex-wrap items-end gap-x-6 gap-y-4">
            {!saysItself && (
              <div className="flex min-w-0 flex-col gap-1">
                <span className="text-13 font-medium text-ink-soft">Numbers in this file are</span>
                <Segmented
                  label="Numbers in this file are"
                  value={holds}
                  options={[
                    { value: 'listed', label: 'on the register' },
                    { value: 'not-listed', label: 'not on the register' },
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
              {' '}
              Upload{' '}
            </Button>
          </div>
          {state.is === 'sending' && (
            <div role="status" className="flex flex-col gap-2 text-13 text-ink-soft">
              <Progress wide done={state.done} total={state.total} label="Numbers uploaded" />
              <span className="tabular">
                {formatNumber(state.done)} of {formatNumber(state.total)} numbers. Stay on this page
                until it’s done.
              </span>
            </div>
          )}
          {state.is === 'failed' && (
            <Callout icon="warning" tone="danger" role="alert">
              {state.why}. What we received is saved. Upload the file again for the rest.
            </Callout>
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
  if (offline) return 'You’re offline'
  if (result === null) return 'Choose the result file'
  if ('error' in result) return result.error
  if (checked !== null && 'error' in checked) return checked.error
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return 'Enter the date it was checked'
  return day > today ? 'Choose a date in the past' : undefined
}
