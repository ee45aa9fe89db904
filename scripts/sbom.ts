import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readVersion } from '../server/platform/process/version.ts'
import { isCopyleft, sbomOf, shippedPackages } from './lib/licences.ts'
import { root } from './lib/tools.ts'

/**
 * npm run sbom -- --to <folder>: sbom.cdx.json (CycloneDX) and licences.csv of everything shipped. From package-lock.json, because
 * `npm sbom` refuses its overrides. Exits with 1 if a licence asks for the source of the product.
 */
const { values } = parseArgs({ options: { to: { type: 'string', default: 'sbom' } } })
const shipped = shippedPackages(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
const rows = shipped.map(({ name, version, licence }) => `${name},${version},"${licence}"`)
mkdirSync(values.to, { recursive: true })
const sbom = sbomOf({ name: 'fieldbook', version: readVersion() }, shipped)
writeFileSync(join(values.to, 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`)
writeFileSync(
  join(values.to, 'licences.csv'),
  `${['package,version,licence', ...rows].join('\n')}\n`,
)
const refused = shipped.filter(({ licence }) => isCopyleft(licence))
for (const { name, licence } of refused) process.stderr.write(`${name}: ${licence}\n`)
if (refused.length > 0) process.exitCode = 1
process.stdout.write(`Wrote ${shipped.length} packages to ${values.to}.\n`)
