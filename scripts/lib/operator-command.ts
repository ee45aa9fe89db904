import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import * as z from 'zod/mini'
import type { Database } from '../../server/platform/db/db.ts'
import { Refusal } from '../../server/platform/refusal.ts'
import { accessData, postToServer, type ControlServer } from './data-access.ts'
import { sentenceFor } from './sentences.ts'

/**
 * Runs a command where the data is, through a running server under /_control/<name>, and prints its lines; without a command its
 * usage. A Refusal is printed as a sentence.
 */
export const runOperatorCommand = async <Command>(parts: {
  name: string
  usage: string
  /** Undefined asks for the usage. */
  parse(): Command | undefined
  alone(db: Database, command: Command): Promise<string[]>
  /** What is printed instead of the lines. */
  finish?(lines: string[]): string[]
}): Promise<void> => {
  const { finish = (lines) => lines } = parts
  try {
    const command = parts.parse()
    const lines =
      command === undefined
        ? [parts.usage]
        : finish(
            await accessData({
              alone: (db) => parts.alone(db, command),
              through: (server) => sendCommand(server, parts.name, command),
            }),
          )
    process.stdout.write(`${lines.join('\n')}\n`)
  } catch (error) {
    process.stderr.write(`${sentenceFor(error)}\n`)
    process.exitCode = 1
  }
}

/** Throws a Refusal with the usage. */
export const parseOptions = <const Options extends ParseArgsOptionsConfig>(
  usage: string,
  options: Options,
) => {
  try {
    return parseArgs({ allowPositionals: true, options })
  } catch (error) {
    throw new Refusal(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
}

export const help = { type: 'boolean', short: 'h', default: false } as const

const Answer = z.object({
  lines: z.optional(z.array(z.string())),
  detail: z.optional(z.string()),
})

/** Resolves to the server's lines; throws a Refusal in its words. */
export const sendCommand = async (
  server: ControlServer,
  name: string,
  command: unknown,
): Promise<string[]> => {
  const answer = await postToServer(
    server,
    `/_control/${name}`,
    JSON.stringify(command),
    'application/json',
  )
  const { lines, detail } = Answer.parse(await answer.json())
  if (lines !== undefined) return lines
  throw new Refusal(detail ?? `The server answered ${String(answer.status)}.`)
}
