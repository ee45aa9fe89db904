import { describe, expect, it } from 'vitest'
import { stepLines } from '../../scripts/lib/step-lines.ts'

const terminal = (isTTY: boolean) => {
  const written: string[] = []
  return { isTTY, write: (text: string) => written.push(text), written }
}

describe('progress lines', () => {
  it('update one line per step in a terminal and end it with its seconds', () => {
    const out = terminal(true)
    let now = 0
    const { step, done } = stepLines(out, () => now)
    step('Demo world: 5%')
    now = 1_500
    step('Demo world: 10%')
    step('Opening the search index')
    done()
    done()
    const visible = out.written
      .join('')
      .split('\n')
      .map((line) => line.split('\u001B[2K').at(-1))
    expect(visible).toEqual(['Demo world ... 1.5 s', 'Opening the search index ... 0.0 s', ''])
  })

  it('are plain lines in files and pipes', () => {
    const out = terminal(false)
    const { step, done } = stepLines(out)
    step('Demo world: 5%')
    step('Demo world: 10%')
    done()
    expect(out.written.join('')).toBe('Demo world: 5%\nDemo world: 10%\n')
  })
})
