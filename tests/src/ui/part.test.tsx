import { render, screen } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { part } from '../../../src/ui/part.tsx'

const Named = ({ name }: { name: string }) => <p>Here: {name}</p>

/** Shows what was thrown below it. */
class Boundary extends Component<{ children: ReactNode }, { words: string | null }> {
  override state = { words: null }
  static getDerivedStateFromError = (error: unknown) => ({ words: String(error) })
  override render() {
    return this.state.words ?? this.props.children
  }
}

it('a part has its stand-in until its code has come', async () => {
  const View = part(() => Promise.resolve(Named), <p>Coming</p>)
  render(<View name="lists" />)
  expect(screen.queryByText('Coming')).not.toBeNull()
  expect(await screen.findByText('Here: lists')).not.toBeNull()
})

it('a part that is here is drawn at once, and its code is not asked for again', async () => {
  const load = vi.fn<() => Promise<typeof Named>>(() => Promise.resolve(Named))
  const View = part(load)
  const { unmount } = render(<View name="lists" />)
  await screen.findByText('Here: lists')
  unmount()
  render(<View name="people" />)
  screen.getByText('Here: people')
  expect(load).toHaveBeenCalledTimes(1)
})

it('a part that cannot be fetched is told to the boundary around it, and is asked for again later', async () => {
  const silent = vi.spyOn(console, 'error').mockImplementation(() => {})
  const load = vi
    .fn<() => Promise<typeof Named>>()
    .mockRejectedValueOnce(new Error('gone'))
    .mockResolvedValue(Named)
  const View = part(load)
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
