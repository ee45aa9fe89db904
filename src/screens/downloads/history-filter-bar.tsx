import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  namedTypes,
  RequestStatus,
  statusLabels,
  typeLabel,
  visitsType,
} from '../../../contract/money/downloads.ts'
import { Id } from '../../../contract/saved-work/item.ts'
import { useIdentity } from '../../session/use-identity.ts'
import { configsQuery, customerInfoQuery } from '../../shared/queries.ts'
import { useApi } from '../../lib/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { isNarrowed, noFilters, type HistoryFilters } from './route.ts'

/** Filters of the history; only admins filter by member (product 2.4). */
export const HistoryFilterBar = ({
  filters,
  onChange,
}: {
  filters: HistoryFilters
  onChange: (filters: HistoryFilters) => void
}) => {
  const { role } = useIdentity()
  const narrow = (change: Partial<HistoryFilters>): void => onChange({ ...filters, ...change })
  return (
    <div role="group" aria-label="Filter downloads" className="flex flex-wrap items-center gap-2">
      <TypeFilter type={filters.type} onType={(type) => narrow({ type })} />
      <Choice
        name="Records"
        value={filters.category}
        options={categories}
        onChoose={(category) => narrow({ category })}
      />
      <Choice
        name="Status"
        value={statusOf(filters.status)}
        options={statuses}
        onChoose={(status) => narrow({ status })}
      />
      {role === 'admin' && (
        <PersonFilter userId={filters.userId} onPerson={(userId) => narrow({ userId })} />
      )}
      <RequestIdField
        key={filters.requestId}
        id={filters.requestId}
        onId={(requestId) => narrow({ requestId })}
      />
      {isNarrowed(filters) && (
        <Button size="sm" variant="quiet" icon="close" onClick={() => onChange(noFilters)}>
          Clear
        </Button>
      )}
    </div>
  )
}

const categories = [
  { value: 'company', label: 'Companies' },
  { value: 'people', label: 'People' },
] as const

/** One status represents each label (spec 4). */
const statuses = [...new Map(RequestStatus.options.map((each) => [statusLabels[each], each]))].map(
  ([label, value]) => ({ value, label }),
)
const statusOf = (status: RequestStatus | null): RequestStatus | null =>
  statuses.find(({ label }) => status !== null && label === statusLabels[status])?.value ?? null

const TypeFilter = ({
  type,
  onType,
}: {
  type: string | null
  onType: (type: string | null) => void
}) => {
  const requestTypes = useQuery(configsQuery(useApi())).data?.requestTypes ?? []
  const bare = [
    ...new Set([
      ...Object.keys(namedTypes),
      ...requestTypes.map((requestType) => requestType.type),
    ]),
  ]
  const types = [...bare.flatMap((bareType) => [bareType, `ENRICH_${bareType}`]), visitsType]
  const all = type === null || types.includes(type) ? types : [...types, type]
  return (
    <Choice
      name="Type"
      value={type}
      options={all.map((value) => ({ value, label: typeLabel(value, requestTypes) }))}
      onChoose={onType}
    />
  )
}

const PersonFilter = ({
  userId,
  onPerson,
}: {
  userId: string | null
  onPerson: (userId: string | null) => void
}) => {
  const members = useQuery(customerInfoQuery(useApi())).data?.members ?? []
  const people = members.map((member) => ({ value: member.userId, label: member.name }))
  const known = userId === null || people.some(({ value }) => value === userId)
  const formerMembers = known ? [] : [{ value: userId, label: 'Someone who has left' }]
  return (
    <Choice
      name="Person"
      value={userId}
      options={[...people, ...formerMembers]}
      onChoose={onPerson}
    />
  )
}

const Choice = <Value extends string>({
  name,
  value,
  options,
  onChoose,
}: {
  name: string
  value: Value | null
  options: readonly { value: Value; label: string }[]
  onChoose: (value: Value | null) => void
}) => {
  const chosen = options.find((option) => option.value === value)
  return (
    <Menu
      label={`${name}: ${chosen?.label ?? 'any'}. Change it`}
      text={<span className="max-w-48 truncate">{chosen === undefined ? name : chosen.label}</span>}
      size="sm"
      align="start"
      className={chosen === undefined ? undefined : 'border-accent! text-accent-strong!'}
      groups={[
        { items: [{ label: 'Any', checked: value === null, onSelect: () => onChoose(null) }] },
        {
          heading: name,
          items: options.map((option) => ({
            id: option.value,
            label: option.label,
            checked: option.value === value,
            onSelect: () => onChoose(option.value),
          })),
        },
      ]}
    />
  )
}

/** Filters once the id is complete. */
const RequestIdField = ({ id, onId }: { id: string | null; onId: (id: string | null) => void }) => {
  const [typed, setTyped] = useState(id ?? '')
  const [left, setLeft] = useState(false)
  const change = (next: string): void => {
    const requestId = next.trim().toLowerCase()
    setTyped(next)
    setLeft(false)
    if (requestId === '') onId(null)
    else if (Id.safeParse(requestId).success) onId(requestId)
  }
  const wrong = left && typed.trim() !== '' && !Id.safeParse(typed.trim().toLowerCase()).success
  return (
    <TextField
      label="Request number"
      labelHidden
      icon="search"
      placeholder="Request number"
      maxLength={60}
      clearable
      value={typed}
      onValueChange={change}
      onBlur={() => setLeft(true)}
      error={wrong ? 'Request numbers have 36 letters, digits and dashes.' : undefined}
      className="min-w-44 flex-1 sm:max-w-64"
      inputClassName="pointer-fine:h-8!"
    />
  )
}
