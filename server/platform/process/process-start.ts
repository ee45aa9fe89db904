import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Differs between processes with the same pid; null if the process does not exist. */
export const processStart = (pid: number): string | null => {
  if (process.platform === 'linux') return linuxStart(pid)
  if (process.platform === 'win32') return answersSignals(pid) ? 'unknown' : null
  const { stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  })
  return stdout.trim() === '' ? null : stdout.trim()
}

const linuxStart = (pid: number): string | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The command's name, in brackets, may contain spaces and brackets; state is the first field after it, start time the twentieth.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return null
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot}/${fields[19]}`
  } catch {
    return null
  }
}

const answersSignals = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
