import { build, type Plugin } from 'vite'

/** No page names it and no worker precaches it. */
export const WORKER_OFF = 'sw-off.js'

export function workerOff(): Plugin {
  return {
    name: 'worker-off',
    apply: 'build',
    async generateBundle() {
      const built = await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        build: {
          write: false,
          lib: {
            entry: 'sw/sw-off.ts',
            formats: ['iife'],
            name: 'off',
            fileName: () => WORKER_OFF,
          },
        },
      })
      const [first] = Array.isArray(built) ? built : [built]
      const chunk = first !== undefined && 'output' in first ? first.output[0] : undefined
      if (chunk === undefined) throw new Error('sw/sw-off.ts was not built')
      this.emitFile({ type: 'asset', fileName: WORKER_OFF, source: chunk.code })
    },
  }
}
