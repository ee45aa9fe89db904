import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Button, IconButton } from '../../../src/ui/button.tsx'
import { Checkbox, FilterMark } from '../../../src/ui/checkbox.tsx'
import { Chip } from '../../../src/ui/chip.tsx'
import { TextField } from '../../../src/ui/text-field.tsx'

afterEach(cleanup)

const nothing = (): void => undefined

describe('a button', () => {
  it('stays reachable when disabled, says why and does nothing', async () => {
    const press = vi.fn<() => void>()
    render(
      <Button disabledReason="Ask an admin" onClick={press}>
        Buy
      </Button>,
    )
    const button = screen.getByRole('button', { name: 'Buy', description: 'Ask an admin' })
    await userEvent.tab()
    expect(document.activeElement).toBe(button)
    await userEvent.keyboard('{Enter}')
    await userEvent.click(button)
    expect(press).not.toHaveBeenCalled()
  })

  it('says when it is busy, and runs once', async () => {
    const press = vi.fn<() => void>()
    render(
      <Button busy onClick={press}>
        Save
      </Button>,
    )
    const button = screen.getByRole('button', { name: 'Save', busy: true })
    await userEvent.click(button)
    expect(press).not.toHaveBeenCalled()
  })

  it('has a name when it shows only an icon', () => {
    render(<IconButton icon="close" label="Close" />)
    expect(screen.getByRole('button', { name: 'Close' })).toBeTruthy()
  })

  it('never submits a form by default', () => {
    render(<Button>Cancel</Button>)
    expect(screen.getByRole('button').getAttribute('type')).toBe('button')
  })
})

describe('an option of a filter', () => {
  it.each([
    ['none', 'include'],
    ['include', 'none'],
    ['exclude', 'none'],
  ] as const)('changes from %s to %s when ticked', async (state, next) => {
    const change = vi.fn<(to: string) => void>()
    render(<FilterMark label="Mining" state={state} onStateChange={change} />)
    await userEvent.click(screen.getByRole('checkbox'))
    expect(change).toHaveBeenCalledExactlyOnceWith(next)
  })

  it('can be excluded and restored by one press each', async () => {
    const change = vi.fn<(to: string) => void>()
    const { rerender } = render(<FilterMark label="Mining" state="none" onStateChange={change} />)
    await userEvent.click(screen.getByRole('button', { name: 'Exclude Mining', pressed: false }))
    rerender(<FilterMark label="Mining" state="exclude" onStateChange={change} />)
    await userEvent.click(screen.getByRole('button', { name: 'Exclude Mining', pressed: true }))
    expect(change.mock.calls).toEqual([['exclude'], ['none']])
  })

  it('is read as excluded', () => {
    render(<FilterMark label="Mining" state="exclude" onStateChange={nothing} />)
    expect(screen.getByRole('checkbox', { name: 'Mining, excluded', checked: false })).toBeTruthy()
  })
})

it('A checkbox can be partly selected', () => {
  render(<Checkbox label="Page" checked={false} mixed onCheckedChange={nothing} />)
  const box = screen.getByRole('checkbox', { name: 'Page' })
  expect(box instanceof HTMLInputElement && box.indeterminate).toBe(true)
})

it('A chip names what it changes and removes, including the exclusion', async () => {
  const remove = vi.fn<() => void>()
  render(<Chip prefix="Type" label="Government" excluded onClick={nothing} onRemove={remove} />)
  expect(screen.getByRole('button', { name: 'Change Type not Government' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Remove Type: not Government' }))
  expect(remove).toHaveBeenCalledOnce()
})

it('A field connects its error to the input and can be cleared', async () => {
  const change = vi.fn<(to: string) => void>()
  render(<TextField label="Term" value="so" error="Too short" clearable onValueChange={change} />)
  const input = screen.getByRole('textbox', { name: 'Term', description: 'Too short' })
  expect(input.getAttribute('aria-invalid')).toBe('true')
  await userEvent.click(screen.getByRole('button', { name: 'Clear term' }))
  expect(change).toHaveBeenCalledExactlyOnceWith('')
  expect(document.activeElement).toBe(input)
})
