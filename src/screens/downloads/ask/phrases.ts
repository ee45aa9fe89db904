/** How the dialog of a request speaks about it. */
export type RequestPhrases = {
  verb: string
  noun: string
  plural: string
  later: string
  /** Offline, before and after it waits. */
  waits: string
  queued: string
}

export const downloadPhrases: RequestPhrases = {
  verb: 'Download',
  noun: 'download',
  plural: 'Downloads',
  later: 'Download later',
  waits: 'This downloads when you reconnect',
  queued: 'Will download when you’re online',
}

export const pushPhrases: RequestPhrases = {
  verb: 'Push',
  noun: 'push',
  plural: 'Pushes',
  later: 'Push later',
  waits: 'We’ll push this when you reconnect',
  queued: 'Will push when you’re online',
}
