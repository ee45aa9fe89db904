const units = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const

/** 512 bytes, 3.4 KB, 12 MB. */
export const formatBytes = (bytes: number): string => {
  const step = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** step
  const figure = step > 0 && value < 10 ? value.toFixed(1).replace(/\.0$/, '') : Math.round(value)
  return `${figure} ${units[step] ?? 'bytes'}`
}
