import { links } from '../../contract/links.ts'

/** What a key does on every screen. */
export type Act =
  | {
      do: 'quick search' | 'shortcuts' | 'next row' | 'previous row' | 'select row' | 'row actions'
    }
  | { do: 'go'; to: string }

export type Shortcut = {
  keys: readonly string[]
  /** Pressed one after the other. */
  inTurn?: true
  does: string
}

/** Keys of every screen, with what each does. `g` waits for the key after it. */
export const acts: Readonly<Record<string, Act>> = {
  '/': { do: 'quick search' },
  '?': { do: 'shortcuts' },
  'g h': { do: 'go', to: links.home() },
  'g s': { do: 'go', to: links.newSearch() },
  'g l': { do: 'go', to: links.lists() },
  j: { do: 'next row' },
  k: { do: 'previous row' },
  x: { do: 'select row' },
  e: { do: 'row actions' },
}

/** THE table of shortcuts, which Help and `?` print. */
export const shortcuts: readonly { heading: string; lines: readonly Shortcut[] }[] = [
  {
    heading: 'Everywhere',
    lines: [
      { keys: ['/'], does: 'Quick search' },
      { keys: ['g', 'h'], inTurn: true, does: 'Go to Home' },
      { keys: ['g', 's'], inTurn: true, does: 'Go to Search' },
      { keys: ['g', 'l'], inTurn: true, does: 'Go to Lists' },
      { keys: ['Esc'], does: 'Close what’s on top' },
      { keys: ['?'], does: 'Show these shortcuts' },
    ],
  },
  {
    heading: 'In results and lists',
    lines: [
      { keys: ['j', 'k'], does: 'Next and previous row' },
      { keys: ['x'], does: 'Select the row' },
      { keys: ['e'], does: 'Actions for the row' },
      { keys: ['Enter'], does: 'Open the row' },
      { keys: ['↑', '↓'], does: 'Move in a table of results' },
      { keys: ['Home', 'End'], does: 'First and last result' },
      { keys: ['[', ']'], does: 'Previous and next record' },
    ],
  },
]
