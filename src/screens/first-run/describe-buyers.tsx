import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { maxPrompt } from '../../../contract/constants.ts'
import { filterOf, valueLabel } from '../../../contract/search/filters.ts'
import type { ApiClient } from '../../lib/api.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { describeError } from '../../lib/describe-error.ts'
import { useApi } from '../../lib/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { Answers } from './progress.ts'

/** A sentence that the prompt parser reads into answers. */
export const DescribeBuyers = ({
  answers,
  onAnswers,
}: {
  answers: Answers
  onAnswers: (answers: Answers) => void
}) => {
  const api = useApi()
  const offline = useOffline()
  const [prompt, setPrompt] = useState('')
  const reading = useMutation({
    mutationKey: ['Reading a description'],
    mutationFn: () => read(api, prompt.trim(), answers),
    onSuccess: ({ answers: next }) => onAnswers(next),
  })
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (prompt.trim() !== '' && !offline && !reading.isPending) reading.mutate()
      }}
    >
      <div className="flex items-end gap-2">
        <TextField
          label="Who buys it, in your own words"
          placeholder="cafés in Geelong with over 10 staff"
          maxLength={maxPrompt}
          value={prompt}
          onValueChange={setPrompt}
          className="flex-1"
        />
        <Button
          type="submit"
          busy={reading.isPending}
          disabledReason={
            offline
              ? 'You’re offline.'
              : prompt.trim() === ''
                ? 'Describe who buys it first.'
                : undefined
          }
        >
          Add
        </Button>
      </div>
      <p role="status" className="text-13 text-ink-soft empty:hidden">
        {reading.isError
          ? `We couldn’t read this. ${describeError(reading.error).title}.`
          : reading.data?.summary}
      </p>
    </form>
  )
}

type Read = { answers: Answers; summary: string }

const read = async (api: ApiClient, prompt: string, answers: Answers): Promise<Read> => {
  const { country } = answers
  const { filters, unsupported } = await api.parsePrompt({ prompt, category: 'company', country })
  const named = filters['industry'] ?? []
  const { parents = {} } =
    named.length === 0 ? {} : await api.optionLabels({ identifier: 'industry', values: named })
  const before = new Set(answers.industries.map(({ division, group }) => group ?? division))
  const added = named.filter((value) => !before.has(value))
  const sizes = filters['company_size'] ?? []
  const region = filters['location']?.find((value) => /^(AU|NZ)\b/.test(value))
  const labels = [
    ...named.map((value) => labelOf('industry', value)),
    ...sizes.map(describeSize),
    ...(region === undefined ? [] : [labelOf('location', region)]),
  ]
  const summary = [
    labels.length === 0
      ? 'We couldn’t find an industry, size or town in that.'
      : `Added ${labels.join(', ')}.`,
    unsupported.length > 0 && `We didn’t understand “${unsupported.join('”, “')}”.`,
  ]
  return {
    answers: {
      ...answers,
      industries: [
        ...answers.industries,
        ...added.map((value) => {
          const parent = parents[value]
          return parent === undefined
            ? { division: value, group: null }
            : { division: parent, group: value }
        }),
      ],
      sizes: [...new Set([...answers.sizes, ...sizes])],
      ...(region === undefined
        ? {}
        : { region, country: region.startsWith('NZ') ? ('NZ' as const) : ('AU' as const) }),
    },
    summary: summary.filter((text) => text !== false).join(' '),
  }
}

/** '11–50 staff', of a value of the filter company_size. */
export const describeSize = (size: string): string => `${labelOf('company_size', size)} staff`

const labelOf = (identifier: string, value: string): string => {
  const filter = filterOf(identifier)
  return filter ? valueLabel(filter, value) : value
}
