import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Outcome } from './steps.ts'
import { run } from './tools.ts'

export const findChromium = (): string | undefined => {
  const named = process.env['CHROMIUM_PATH']
  if (named !== undefined && named !== '') return existsSync(named) ? named : undefined
  return (
    inPath(['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']) ??
    [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    ].find((path) => existsSync(path))
  )
}

/** The newest folder of a PostgreSQL server's programs (initdb, pg_ctl). */
export const findPostgres = (): string | undefined => {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian) : []
  const folders = [
    ...versions.toSorted((a, b) => Number(b) - Number(a)).map((each) => join(debian, each, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
    '/opt/homebrew/opt/postgresql/bin',
    '/usr/local/opt/postgresql/bin',
  ]
  return folders.find((each) => ['initdb', 'pg_ctl', 'postgres'].every((name) => has(each, name)))
}

export const howToInstall = {
  chromium:
    'Chromium is missing: install it (Debian and Ubuntu: sudo apt-get install chromium; macOS: brew install --cask chromium), or name one with CHROMIUM_PATH.',
  postgresql:
    'PostgreSQL is missing: install it (Debian and Ubuntu: sudo apt-get install postgresql; macOS: brew install postgresql).',
}

/** Does nothing unless this user is root on Debian. */
export const installMissing = async (): Promise<Outcome> => {
  const missing = [
    ...(findChromium() === undefined ? ['chromium'] : []),
    ...(findPostgres() === undefined ? ['postgresql'] : []),
  ]
  const nothing = { passed: 0, failed: 0 }
  if (missing.length === 0) return { ...nothing, note: 'nothing to install' }
  const names = missing.join(' and ')
  const mayInstall = process.getuid?.() === 0 && inPath(['apt-get']) !== undefined
  if (!mayInstall) return { ...nothing, note: `${names} missing` }
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const updated = await run('apt-get', ['update'], { env })
  const installed = await run('apt-get', ['install', '-y', '--no-install-recommends', ...missing], {
    env,
  })
  const failed = [updated, installed].find(({ code }) => code !== 0)
  return {
    ...nothing,
    note: failed === undefined ? `${names} installed` : `failed\n${failed.output.trim()}`,
  }
}

const inPath = (names: readonly string[]): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path))

const has = (folder: string, name: string): boolean =>
  existsSync(join(folder, name)) || existsSync(join(folder, `${name}.exe`))
