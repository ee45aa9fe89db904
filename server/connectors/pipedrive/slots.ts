import type { Address, Channel, CrmRecord } from './shapes.ts'

type List = 'emails' | 'phones'

/** Parts of a list or an address that are fields of their own in the port. */
export type Slot =
  | { list: List; label: string; fits: (label: string) => boolean; title: string }
  | { part: string; title: string }

/** By the port's field name. The rest of a list stays when a slot is written. */
export const slots: Readonly<Record<string, Slot>> = {
  emails: { list: 'emails', label: 'work', fits: (label) => label !== 'home', title: 'Email' },
  'emails.home': {
    list: 'emails',
    label: 'home',
    fits: (label) => label === 'home',
    title: 'Email (home)',
  },
  phones: { list: 'phones', label: 'work', fits: (label) => label !== 'mobile', title: 'Phone' },
  'phones.mobile': {
    list: 'phones',
    label: 'mobile',
    fits: (label) => label === 'mobile',
    title: 'Phone (mobile)',
  },
  address: { part: 'value', title: 'Address' },
  'address.sublocality': { part: 'sublocality', title: 'Address: district' },
  'address.locality': { part: 'locality', title: 'Address: city' },
  'address.admin_area_level_1': { part: 'admin_area_level_1', title: 'Address: state' },
  'address.postal_code': { part: 'postal_code', title: 'Address: postcode' },
  'address.country': { part: 'country', title: 'Address: country' },
}

/** The list or address of which a field is a slot. */
export const slotOf = (name: string): Slot | undefined =>
  Object.hasOwn(slots, name) ? slots[name] : undefined

export const readSlot = (record: CrmRecord, slot: Slot): string | null => {
  if ('list' in slot) return chosen(record[slot.list] ?? [], slot)?.value || null
  const address = record.address ?? {}
  if (slot.part === 'value') return streetOf(address)
  const part = address[slot.part]
  return part === null || part === undefined || part === '' ? null : String(part)
}

/**
 * The body's lists and address for values of slots: lists are replaced whole by the API, so they keep what the record has. `current` is
 * null for a new record.
 */
export const slotBody = (
  values: Readonly<Record<string, string | null>>,
  current: CrmRecord | null,
): Record<string, unknown> => {
  const body: { emails?: Channel[]; phones?: Channel[]; address?: Address | null } = {}
  const parts: Record<string, string | null> = {}
  for (const [name, value] of Object.entries(values)) {
    const slot = slotOf(name)
    if (!slot) continue
    if ('part' in slot) parts[slot.part] = value
    else {
      const list = body[slot.list] ?? channelsOf(current?.[slot.list])
      body[slot.list] = withValue(list, slot, value)
    }
  }
  if (Object.keys(parts).length > 0) body.address = addressOf(current?.address ?? {}, parts)
  return body
}

type ListSlot = Extract<Slot, { list: List }>

const labelOf = ({ label }: Channel): string => (label ?? '').toLowerCase()

const chosen = (channels: readonly Channel[], { fits }: ListSlot): Channel | undefined => {
  const fitting = channels.filter((channel) => fits(labelOf(channel)) && channel.value)
  return fitting.find(({ primary }) => primary) ?? fitting[0]
}

const channelsOf = (list: readonly Channel[] | null | undefined): Channel[] =>
  (list ?? [])
    .filter(({ value }) => value)
    .map(({ value, primary, label }) => ({
      value,
      primary: primary === true,
      label: label ?? 'other',
    }))

/** Ours comes first in its slot and is primary if the slot's value was, or nothing is. */
const withValue = (list: readonly Channel[], slot: ListSlot, value: string | null): Channel[] => {
  const before = chosen(list, slot)
  if (value === null) return list.filter((channel) => channel !== before)
  const same = (channel: Channel): boolean =>
    channel.value?.toLowerCase() === value.toLowerCase() && slot.fits(labelOf(channel))
  const label = list.find(same)?.label ?? slot.label
  const others = list.filter((channel) => !same(channel))
  const primary = before?.primary === true || !others.some((channel) => channel.primary)
  return [
    { value, primary, label },
    ...others.map((channel) => (primary ? { ...channel, primary: false } : channel)),
  ]
}

/** Pipedrive shows one line; the parts beside it are for its filters. */
const addressOf = (
  current: Address,
  { value: street, ...parts }: Record<string, string | null>,
): Address | null => {
  const address: Address = { ...known(current), ...known(parts) }
  for (const [part, value] of Object.entries(parts)) if (value === null) delete address[part]
  const line =
    street === undefined ? current['value'] : [street, tailOf(address)].filter(Boolean).join(', ')
  const whole = line || tailOf(address)
  return whole ? { ...address, value: whole } : null
}

const known = (address: Address): Address =>
  Object.fromEntries(Object.entries(address).filter(([, value]) => value !== null && value !== ''))

const tailOf = (address: Address): string =>
  [
    address['sublocality'] ?? address['locality'],
    [address['admin_area_level_1'], address['postal_code']].filter(Boolean).join(' '),
    address['country'],
  ]
    .filter(Boolean)
    .join(', ')

/** The line without the parts that we would add to it. */
const streetOf = (address: Address): string | null => {
  const line = String(address['value'] ?? '').trim()
  const tail = tailOf(address)
  const street = tail !== '' && line.endsWith(`, ${tail}`) ? line.slice(0, -tail.length - 2) : line
  return street === '' || street === tail ? null : street
}
