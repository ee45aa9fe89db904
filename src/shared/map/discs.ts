import { toHex } from './map-colours.ts'

/** A colour of the theme as the map reads it. */
export const colourOf = (token: string): string => {
  const probe = document.createElement('span')
  probe.hidden = true
  probe.style.color = `var(${token})`
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return toHex(color)
}

const contextOf = (size: number): CanvasRenderingContext2D => {
  const canvas = document.createElement('canvas')
  canvas.width = size
  canvas.height = size
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser draws no pictures')
  return context
}

/** A disc with a number, or without; at two pixels for each of the map. */
export const drawDisc = (text: string): ImageData => {
  const size = text === '' ? 36 : 56 + Math.max(0, text.length - 2) * 12
  const context = contextOf(size)
  const middle = size / 2
  context.beginPath()
  context.arc(middle, middle, middle - 3, 0, 2 * Math.PI)
  context.fillStyle = colourOf('--color-accent')
  context.fill()
  context.lineWidth = 4
  context.strokeStyle = colourOf('--color-card')
  context.stroke()
  context.fillStyle = colourOf('--color-accent-ink')
  context.font = `600 26px ${getComputedStyle(document.body).fontFamily}`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText(text, middle, middle + 1)
  return context.getImageData(0, 0, size, size)
}
