export type StepLines = {
  /** Names what begins now. What follows a colon in it is how far it has come: 'Demo world: 20%'. */
  step: (text: string) => void
  /** The last step is over. */
  done: () => void
}

type Terminal = { isTTY?: boolean; write: (text: string) => unknown }

/** Shows steps: at a terminal one line each, kept up to date and ended with its seconds; elsewhere a plain line for each word of them. */
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
