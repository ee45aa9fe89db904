import { cx } from './cx.ts'

/** The initials of a name on a colour chosen by its id, the same on every screen and device. Companies are square, people round. */
export const Monogram = ({
  id,
  name,
  letters = initials(name),
  square = false,
  size = 'md',
}: {
  id: string
  name: string
  /** Instead of the initials. */
  letters?: string | undefined
  square?: boolean
  size?: 'md' | 'lg'
}) => (
  // Decorative: the name follows.
  <span
    aria-hidden
    data-initials={letters}
    className={cx(
      'grid shrink-0 place-items-center leading-none font-semibold select-none before:content-[attr(data-initials)]',
      size === 'md' ? 'size-6 text-[0.6875rem]' : 'size-9 text-12',
      square ? 'rounded-sm' : 'rounded-full',
      looks[hash(id) % looks.length],
    )}
  />
)

const looks = [
  'bg-monogram-1 text-monogram-ink-1',
  'bg-monogram-2 text-monogram-ink-2',
  'bg-monogram-3 text-monogram-ink-3',
  'bg-monogram-4 text-monogram-ink-4',
  'bg-monogram-5 text-monogram-ink-5',
  'bg-monogram-6 text-monogram-ink-6',
]

export const initials = (name: string): string => {
  const [first = '', second] = name.match(/[\p{L}\p{N}]+/gu) ?? []
  return (second === undefined ? first.slice(0, 2) : first.slice(0, 1) + second.slice(0, 1))
    .toUpperCase()
    .slice(0, 2)
}

const hash = (id: string): number => {
  let sum = 0
  for (const char of id) sum = (sum * 31 + char.charCodeAt(0)) % 65_521
  return sum
}
