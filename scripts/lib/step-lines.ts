export type StepLines = {
  /** Starts a step; text after a colon is its progress: 'Demo world: 20%'. */
  step: (text: string) => void
  done: () => void
}

type Terminal = { isTTY?: boolean; write: (text: string) => unknown }

/** A terminal gets one updated line per step with its seconds, other outputs a plain line per update. */
export const stepLines = (terminal: Terminal, now: () => number = Date.now): StepLines => {
  if (terminal.isTTY !== true)
    return { step: (text) => void terminal.write(`${text}\n`), done: () => undefined }
  let label: string | undefined
  let began = 0
  const line = (text: string): void => void terminal.write(`\r\u001B[2K${text}`)
  const done = (): void => {
    if (label !== undefined) line(`${label} ... ${((now() - began) / 1000).toFixed(1)} s\n`)
    label = undefined
  }
  return {
    step: (text) => {
      const [name = text, detail] = text.split(': ')
      if (name !== label) {
        done()
        label = name
        began = now()
      }
      line(`${name} ... ${detail ?? ''}`)
    },
    done,
  }
}
