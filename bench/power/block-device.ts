import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** An ext4 file system of its own. A cut forgets what it has not written to its device yet. */
export type BlockDevice = {
  folder: string
  /** Every call fails from now on, until `mount`. */
  cutPower(): Promise<void>
  /** Once no process holds a file. */
  mount(): Promise<void>
  /** Writes everything to the device. */
  sync(): Promise<void>
  remove(): Promise<void>
}

/** Null where this user may not mount, or a tool is missing. */
export const openBlockDevice = async (at: string): Promise<BlockDevice | null> => {
  const image = join(at, 'device')
  const folder = join(at, 'disk')
  const unmount = () => untilItWorks(() => run('umount', [folder]))
  const mountNow = () => run('mount', ['-o', 'loop', image, folder])
  try {
    mkdirSync(folder, { mode: 0o755 })
    writeFileSync(image, '')
    truncateSync(image, 2 ** 30)
    await run('mkfs.ext4', ['-q', image])
    await mountNow()
    await run('perl', ['-e', '1'])
  } catch {
    rmSync(image, { force: true })
    return null
  }
  return {
    folder,
    cutPower: async () => {
      await run('perl', ['-e', shutDown, folder])
    },
    mount: async () => {
      await unmount()
      await mountNow()
    },
    sync: async () => {
      await run('sync', ['-f', folder])
    },
    remove: async () => {
      await unmount()
      rmSync(image)
    },
  }
}

/** The kernel's own test of a power cut: EXT4_IOC_SHUTDOWN without writing the journal. Node has no such call. */
const shutDown =
  'open(F, "<", $ARGV[0]) or die $!; $f = pack("L", 2); ioctl(F, 0x8004587d, $f) or die $!'

const untilItWorks = async (work: () => Promise<unknown>): Promise<void> => {
  for (let tries = 1; ; tries += 1)
    try {
      await work()
      return
    } catch (error) {
      if (tries === 200) throw error
      await new Promise((resume) => setTimeout(resume, 50))
    }
}
