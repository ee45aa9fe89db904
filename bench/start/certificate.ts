import { execFileSync } from 'node:child_process'
import { createHash, createPublicKey } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

let cached: { key: Buffer; cert: Buffer } | undefined

/** Constant within a run; only the bench trusts it. */
export function certificate(): { key: Buffer; cert: Buffer } {
  cached ??= createCertificate()
  return cached
}

/** A browser that ignores certificate errors caches no file, and its worker would fetch again what the page has just fetched. */
export function trustArgument(): string {
  const key = createPublicKey(certificate().cert).export({ type: 'spki', format: 'der' })
  const hash = createHash('sha256').update(key).digest('base64')
  return `--ignore-certificate-errors-spki-list=${hash}`
}

function createCertificate(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbook-edge-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  try {
    execFileSync(
      'openssl',
      [
        'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2',
        '-subj /CN=localhost -addext subjectAltName=DNS:localhost',
      ]
        .join(' ')
        .split(' ')
        .concat('-keyout', key, '-out', cert),
      { stdio: 'ignore' },
    )
    return { key: readFileSync(key), cert: readFileSync(cert) }
  } catch (cause) {
    throw new Error('This bench serves over HTTPS and needs the openssl command.', { cause })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
