import { execFileSync } from 'node:child_process'
import { createHash, createPublicKey } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

let made: { key: Buffer; cert: Buffer } | undefined

/** A certificate for localhost, the same throughout a run, that nobody else has to trust. */
export function certificate(): { key: Buffer; cert: Buffer } {
  made ??= make()
  return made
}

/**
 * How Chromium is told to trust it. Told to overlook what is wrong with certificates it would keep no file in its cache, and a worker
 * would fetch again all that its page has just fetched.
 */
export function trusting(): string {
  const key = createPublicKey(certificate().cert).export({ type: 'spki', format: 'der' })
  const hash = createHash('sha256').update(key).digest('base64')
  return `--ignore-certificate-errors-spki-list=${hash}`
}

function make(): { key: Buffer; cert: Buffer } {
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
