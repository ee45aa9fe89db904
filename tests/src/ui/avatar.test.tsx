import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Avatar } from '../../../src/ui/avatar.tsx'

afterEach(cleanup)

it('An avatar shows initials when its picture fails to load, as offline', () => {
  const { container, rerender } = render(<Avatar name="Sam White" imageUrl="/one.png" />)
  const picture = container.querySelector('img')
  if (picture) fireEvent.error(picture)
  expect(container.querySelector('img')).toBeNull()
  expect(container.querySelector('[data-initials=SW]')).not.toBeNull()
  rerender(<Avatar name="Sam White" imageUrl="/another.png" />)
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/another.png')
})
