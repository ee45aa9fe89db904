/** MapLibre cannot read custom properties or oklch, so it gets the computed colours of our tokens in hexadecimal. */
export const readColours = (theme: 'light' | 'dark', page: Document = document): MapColours => {
  const probe = page.createElement('span')
  probe.hidden = true
  probe.style.colorScheme = theme
  page.body.append(probe)
  const read = (token: string): string => {
    probe.style.color = `var(--color-${token})`
    return toHex(getComputedStyle(probe).color)
  }
  const colours = {
    sea: read('info-soft'),
    land: read('card'),
    coast: read('line-strong'),
    border: read('line-strong'),
    road: read('line'),
    label: read('ink-soft'),
    faintLabel: read('ink-faint'),
  }
  probe.remove()
  return colours
}

export type MapColours = Record<
  'sea' | 'land' | 'coast' | 'border' | 'road' | 'label' | 'faintLabel',
  string
>

/** Any other notation is returned as it is. https://www.w3.org/TR/css-color-4/#ok-lab */
export const toHex = (colour: string): string => {
  const [, l, c, h] = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)/.exec(colour)?.map(Number) ?? []
  if (l === undefined || c === undefined || h === undefined) return colour
  const a = c * Math.cos((h * Math.PI) / 180)
  const b = c * Math.sin((h * Math.PI) / 180)
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  const channels = [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
  return `#${channels.map((linear) => byteOf(linear).toString(16).padStart(2, '0')).join('')}`
}

const byteOf = (linear: number): number => {
  const encoded = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055
  return Math.round(Math.min(1, Math.max(0, encoded)) * 255)
}
