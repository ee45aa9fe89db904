import { render, screen } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { lazyComponent } from '../../../src/ui/lazy-component.tsx'

const Named = ({ name }: { name: string }) => <p>Here: {name}</p>

class Boundary extends Component<{ children: ReactNode }, { message: string | null }> {
  override state = { message: null }
  static getDerivedStateFromError = (error: unknown) => ({ message: String(error) })
  override render() {
    return this.state.message ?? this.props.children
  }
}

it('A lazy component shows its stand-in until its code is loaded', async () => {
  const View = lazyComponent(() => Promise.resolve(Named), <p>Coming</p>)
  render(<View name="lists" />)
  expect(screen.queryByText('Coming')).not.toBeNull()
  expect(await screen.findByText('Here: lists')).not.toBeNull()
})

it('A loaded component renders at once, without another request', async () => {
  const load = vi.fn<() => Promise<typeof Named>>(() => Promise.resolve(Named))
  const View = lazyComponent(load)
  const { unmount } = render(<View name="lists" />)
  await screen.findByText('Here: lists')
  unmount()
  render(<View name="people" />)
  screen.getByText('Here: people')
  expect(load).toHaveBeenCalledTimes(1)
})

it('A component that fails to load throws to its boundary, and retries later', async () => {
  const silent = vi.spyOn(console, 'error').mockImplementation(() => {})
  const load = vi
    .fn<() => Promise<typeof Named>>()
    .mockRejectedValueOnce(new Error('gone'))
    .mockResolvedValue(Named)
  const View = lazyComponent(load)
  const { unmount } = render(
    <Boundary>
      <View name="lists" />
    </Boundary>,
  )
  expect(await screen.findByText('Error: gone')).not.toBeNull()
  unmount()
  render(<View name="lists" />)
  expect(await screen.findByText('Here: lists')).not.toBeNull()
  silent.mockRestore()
})
