import { useQuery } from '@tanstack/react-query'
import type { CrmMapping } from '../../../../contract/money/crm.ts'
import type { Member } from '../../../../contract/org/members.ts'
import { useApi } from '../../../lib/use-api.ts'
import { customerInfoQuery } from '../../../shared/queries.ts'
import { Callout } from '../../../ui/callout.tsx'
import { FormSection } from '../../../ui/form-section.tsx'
import { SearchSelect } from '../../../ui/search-select.tsx'
import { withChosen } from './edit.ts'
import type { Mapped } from './use-mapping.ts'

type Owner = Mapped['owners'][number]

/** Which user of the CRM each member is: by email, or as chosen; members without an owner come first. */
export const Owners = ({
  label,
  owners,
  chosen,
  onChange,
}: {
  label: string
  owners: readonly Owner[]
  chosen: CrmMapping['owners']
  onChange: (owners: CrmMapping['owners']) => void
}) => {
  const members = useQuery(customerInfoQuery(useApi())).data?.members ?? []
  const rows = members
    .filter(({ role }) => role !== 'other')
    .map((member) => ({ member, byEmail: ownerByEmail(owners, member) }))
  const isMissing = ({ member, byEmail }: (typeof rows)[number]): boolean =>
    byEmail === undefined && chosen[member.userId] === undefined
  const missing = rows.filter(isMissing)
  return (
    <FormSection
      title="Owners"
      lead={`A new record belongs to the user who pushes it. We match by email; choose an owner where ${label} has another.`}
    >
      {missing.length > 0 && (
        <Callout icon="warning" tone="warn">
          {nameList.format(missing.map(({ member }) => member.name))}{' '}
          {missing.length === 1 ? 'has' : 'have'} no owner in {label} yet, so can’t push.
        </Callout>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        {rows
          .toSorted((a, b) => Number(isMissing(b)) - Number(isMissing(a)))
          .map(({ member: { userId, name }, byEmail }) => (
            <SearchSelect
              key={userId}
              label={name}
              options={optionsOf(owners, byEmail, chosen[userId])}
              value={chosen[userId] ?? ''}
              onValueChange={(ownerId) => onChange(withChosen(chosen, userId, ownerId))}
            />
          ))}
      </div>
    </FormSection>
  )
}

const nameList = new Intl.ListFormat('en-AU')

const optionsOf = (
  owners: readonly Owner[],
  byEmail: Owner | undefined,
  chosen: string | undefined,
): { value: string; label: string }[] => {
  const known = chosen === undefined || owners.some(({ id }) => id === chosen)
  return [
    { value: '', label: byEmail ? `${byEmail.name} (same email)` : 'No owner' },
    ...(known ? [] : [{ value: chosen, label: 'No longer there' }]),
    ...named(owners),
  ]
}

/** With the email where another has the same name. */
const named = (owners: readonly Owner[]): { value: string; label: string }[] => {
  const byName = Map.groupBy(owners, ({ name }) => name)
  return owners.map(({ id, name, email }) => ({
    value: id,
    label: (byName.get(name)?.length ?? 0) > 1 ? `${name} (${email ?? id})` : name,
  }))
}

const ownerByEmail = (owners: readonly Owner[], { email }: Member): Owner | undefined =>
  email === ''
    ? undefined
    : owners.find((owner) => owner.email?.trim().toLowerCase() === email.trim().toLowerCase())
