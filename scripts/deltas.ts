import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deltaFile, deltaOf, familyOf } from '../server/platform/http/deltas.ts'

/** An installed device fetches the delta from an earlier build's script instead of the whole file. */
export async function writeDeltas(
  folder: string,
  ages: Readonly<Record<string, number>>,
): Promise<void> {
  const files = Object.keys(ages).filter((file) => familyOf(file) !== undefined)
  const of = (file: string) => readFile(join(folder, file))
  for (const file of files.filter((candidate) => ages[candidate] === 0)) {
    const earlier = files.filter(
      (candidate) => ages[candidate] !== 0 && familyOf(candidate) === familyOf(file),
    )
    for (const earlierFile of earlier) {
      const dictionary = await of(earlierFile)
      const delta = deltaOf(await of(file), dictionary)
      const whole = await stat(join(folder, `${file}.br`)).catch(() => undefined)
      if (whole !== undefined && delta.length < whole.size)
        await writeFile(join(folder, deltaFile(file, dictionary)), delta)
    }
  }
}
