import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deltaFile, deltaOf, familyOf } from '../server/platform/http/deltas.ts'

/**
 * Writes beside every script of this build in `folder` what differs from the kept scripts of the same family of earlier builds, by the
 * ages of all (scripts/kept-assets.ts): an installed device fetches that and not the whole file.
 */
export async function writeDeltas(
  folder: string,
  ages: Readonly<Record<string, number>>,
): Promise<void> {
  const files = Object.keys(ages).filter((file) => familyOf(file) !== undefined)
  const of = (file: string) => readFile(join(folder, file))
  for (const file of files.filter((one) => ages[one] === 0)) {
    const earlier = files.filter((one) => ages[one] !== 0 && familyOf(one) === familyOf(file))
    for (const one of earlier) {
      const dictionary = await of(one)
      const delta = deltaOf(await of(file), dictionary)
      const whole = await stat(join(folder, `${file}.br`)).catch(() => undefined)
      if (whole !== undefined && delta.length < whole.size)
        await writeFile(join(folder, deltaFile(file, dictionary)), delta)
    }
  }
}
