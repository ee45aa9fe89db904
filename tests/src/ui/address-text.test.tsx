import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { AddressText } from '../../../src/ui/address-text.tsx'

it.each([
  ['info@bluegum.example', 'info@<wbr>bluegum<wbr>.example'],
  ['bluegum.example', 'bluegum<wbr>.example'],
  ['LinkedIn', 'LinkedIn'],
])('the address %s breaks after its at sign and before its dots only', (address, html) => {
  const { container } = render(<AddressText address={address} />)
  expect(container.firstElementChild?.innerHTML).toBe(html)
})
