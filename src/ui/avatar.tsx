import { useState } from 'react'
import { cx } from './cx.ts'
import { initials } from './monogram.tsx'

export const Avatar = ({
  name,
  imageUrl = null,
  size = 28,
  square = false,
}: {
  name: string
  imageUrl?: string | null
  size?: 28 | 36 | 56
  square?: boolean
}) => {
  const [broken, setBroken] = useState<string | null>(null)
  const shape = cx('shrink-0', square ? 'rounded-sm' : 'rounded-full', sizes[size])
  return imageUrl === null || imageUrl === broken ? (
    // The initials are decorative: the control around them has its own name.
    <span
      aria-hidden
      data-initials={initials(name)}
      className={cx(
        'grid place-items-center bg-accent-soft font-semibold text-accent-strong before:content-[attr(data-initials)]',
        size === 56 ? 'text-20' : 'text-12',
        shape,
      )}
    />
  ) : (
    <img
      src={imageUrl}
      alt=""
      width={size}
      height={size}
      onError={() => setBroken(imageUrl)}
      className={cx('object-cover', shape)}
    />
  )
}

const sizes = { 28: 'size-7', 36: 'size-9', 56: 'size-14' } as const
