import { afterEach, expect, it } from 'vitest'
import { focusCode } from '../../../src/session/focus-code.ts'

let stop = (): void => {}
afterEach(() => {
  stop()
  document.body.replaceChildren()
})

const aScreen = (): HTMLElement => {
  const screen = document.createElement('div')
  document.body.append(screen)
  stop = focusCode(screen)
  return screen
}
const field = (attributes: string): Element =>
  document.createRange().createContextualFragment(`<p><input ${attributes}></p>`).children[0] ??
  document.body
const mutations = (): Promise<void> => new Promise((resolve) => queueMicrotask(resolve))

it('a code field that appears has the focus, so that the code can be typed or pasted', async () => {
  const screen = aScreen()
  screen.append(field('data-input-otp'))
  await mutations()
  expect(document.activeElement?.hasAttribute('data-input-otp')).toBe(true)
})

it('a code field has the focus once the button that led to it is removed', async () => {
  const screen = aScreen()
  const button = screen.appendChild(document.createElement('button'))
  button.focus()
  screen.append(field('data-input-otp'))
  await mutations()
  button.remove()
  button.blur()
  await mutations()
  expect(document.activeElement?.hasAttribute('data-input-otp')).toBe(true)
})

it('a code field that appears takes no focus from another control', async () => {
  const screen = aScreen()
  const other = document.body.appendChild(document.createElement('button'))
  other.focus()
  screen.append(field('data-input-otp'))
  await mutations()
  expect(document.activeElement).toBe(other)
})

it('a code field does not take the focus back once the user has left it', async () => {
  const screen = aScreen()
  screen.append(field('data-input-otp'))
  await mutations()
  screen.querySelector('input')?.blur()
  screen.append(field('name="other"'))
  await mutations()
  expect(document.activeElement).toBe(document.body)
})
