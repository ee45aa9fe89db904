import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { initials, Monogram } from '../../../src/ui/monogram.tsx'

afterEach(cleanup)

const look = (id: string): string =>
  render(<Monogram id={id} name="Kim Wattle" />).container.firstElementChild?.className ?? ''

describe('a monogram', () => {
  it.each([
    ['Currawong Bridge & Co', 'CB'],
    ['Ironbark', 'IR'],
    ["O'Brien Plumbing", 'OB'],
    ['& Sons', 'SO'],
    ['3D Print', '3P'],
    ['Q', 'Q'],
  ])('of %s is %s', (name, letters) => {
    expect(initials(name)).toBe(letters)
  })

  it('has the same colour for an id everywhere, and several colours for several ids', () => {
    const ids = Array.from({ length: 40 }, (_, n) => `0190a0a0-0000-7000-8000-${1000 + n * 7}`)
    expect(look('a')).toBe(look('a'))
    expect(new Set(ids.map(look)).size).toBe(6)
  })

  it('is hidden from screen readers, which read the name', () => {
    const { container } = render(<Monogram id="a" name="Kim Wattle" />)
    expect(container.querySelector('[aria-hidden]')?.textContent).toBe('')
  })
})
