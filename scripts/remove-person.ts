import { ownerOf } from '../server/platform/process/data-folder.ts'
import { Refusal } from '../server/platform/refusal.ts'
import { sendCommand } from './lib/operator-command.ts'
import { envOrRefusal } from './lib/startup-checks.ts'
import { sentenceFor } from './lib/sentences.ts'

/** Through the running server, whose search must forget the person too. */
const usage = `Usage: npm run remove-person -- <id | email address | LinkedIn page>

Removes a person who asked for it, everywhere and permanently (docs/operations.md).`

try {
  const [identifier, ...more] = process.argv.slice(2)
  if (identifier === undefined || identifier.startsWith('-') || more.length > 0)
    process.stdout.write(`${usage}\n`)
  else process.stdout.write(`${(await removePerson(identifier)).join('\n')}\n`)
} catch (error) {
  process.stderr.write(`${sentenceFor(error)}\n`)
  process.exitCode = 1
}

async function removePerson(identifier: string): Promise<string[]> {
  const { dataFolder } = envOrRefusal()
  const owner = ownerOf(dataFolder)
  if (owner?.url === undefined || owner.token === undefined)
    throw new Refusal(
      `Fieldbook isn’t running with the data folder ${dataFolder}. Start it and try again.`,
    )
  return sendCommand({ url: owner.url, token: owner.token }, 'remove-person', { identifier })
}
