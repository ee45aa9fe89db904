import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { LocationCell } from '../../../../src/shared/records-table/location-cell.tsx'

const linesOf = (props: Parameters<typeof LocationCell>[0]) => {
  const { container } = render(<LocationCell {...props} />)
  return [...container.querySelectorAll('[title]')].map((line) => [
    line.textContent,
    line.getAttribute('title'),
  ])
}

describe('the location of a row', () => {
  it('shows the head office below the town of another office', () => {
    expect(linesOf({ town: 'Osborne Park WA', headOffice: 'HQ Parkville VIC' })).toEqual([
      ['Osborne Park WA', 'Osborne Park WA'],
      ['HQ Parkville VIC', 'HQ Parkville VIC'],
    ])
  })

  it('shows the town below the distance, and names the head office in its title', () => {
    expect(
      linesOf({ town: 'Perth WA', far: 'approx. 400 m', headOffice: 'HQ Parkville VIC' }),
    ).toEqual([
      ['approx. 400 m', 'approx. 400 m'],
      ['Perth WA', 'Perth WA · HQ Parkville VIC'],
    ])
  })
})
