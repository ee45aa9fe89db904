import { execFileSync } from 'node:child_process'
import { createHash, createPublicKey } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

let cached: { key: Buffer; cert: Buffer } | undefined

/** A certificate for localhost, constant within a run, which only the bench trusts. */
export function certificate(): { key: Buffer; cert: Buffer } {
  cached ??= createCertificate()
  return cached
}

/**
 * Makes Chromium trust the certificate. If it ignored certificate errors instead, it would cache no file, and a
 * worker would fetch again what its page has just fetched.
 */
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
