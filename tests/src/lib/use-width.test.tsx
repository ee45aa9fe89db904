import { render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { useWidth } from '../../../src/lib/use-width.ts'

const Box = ({ measured }: { measured: boolean }) => {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(measured ? box : null)
  return <div ref={measured ? box : null}>{width} rem</div>
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('a width is measured as soon as a layout has the element, also when the first layout had none', () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => {}
      disconnect = () => {}
    },
  )
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(640)
  const { rerender } = render(<Box measured={false} />)
  expect(screen.queryByText('Infinity rem')).not.toBeNull()
  rerender(<Box measured />)
  expect(screen.queryByText('40 rem')).not.toBeNull()
})
