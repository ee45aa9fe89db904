import { readShapes, type Shape } from './screen-shapes.ts'

/** Of the picture in px; text stays readable. */
const maxWidth = 1_280

/** The screen as a JPEG in base64 of at most `maxLength` characters, with contact details covered; null if it can't be drawn. */
export const takePicture = (root: Element, maxLength: number): string | null => {
  const screen = { left: 0, top: 0, width: innerWidth, height: innerHeight }
  const scale = Math.min(2, maxWidth / screen.width)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(screen.width * scale)
  canvas.height = Math.round(screen.height * scale)
  const context = canvas.getContext('2d')
  if (context === null) return null
  context.scale(scale, scale)
  context.fillStyle = getComputedStyle(document.body).backgroundColor
  context.fillRect(0, 0, screen.width, screen.height)
  for (const shape of readShapes(root, screen)) draw(context, shape)
  for (const quality of [0.85, 0.6, 0.3]) {
    const base64 = canvas.toDataURL('image/jpeg', quality).split(',')[1] ?? ''
    if (base64 !== '' && base64.length <= maxLength) return base64
  }
  return null
}

const draw = (context: CanvasRenderingContext2D, shape: Shape): void => {
  const { at, clip } = shape
  context.save()
  context.beginPath()
  context.rect(clip.left, clip.top, clip.width, clip.height)
  context.clip()
  context.fillStyle = shape.colour
  if (shape.is === 'text') {
    context.font = shape.font
    context.textBaseline = 'middle'
    context.fillText(shape.text, at.left, at.top + at.height / 2)
  } else if (shape.is === 'icon') {
    context.translate(at.left, at.top)
    context.scale(at.width / shape.units, at.height / shape.units)
    drawIcon(context, new Path2D(shape.path), shape)
  } else {
    if (shape.is === 'cover') context.globalAlpha = 0.4
    context.beginPath()
    context.roundRect(at.left, at.top, at.width, at.height, shape.is === 'cover' ? 2 : shape.radius)
    context.fill()
    if (shape.is === 'ground' && shape.line !== null) {
      context.strokeStyle = shape.line
      context.stroke()
    }
  }
  context.restore()
}

const drawIcon = (
  context: CanvasRenderingContext2D,
  path: Path2D,
  { colour, stroke }: { colour: string; stroke: number },
): void => {
  if (stroke === 0) context.fill(path)
  else {
    Object.assign(context, { lineCap: 'round', lineJoin: 'round', lineWidth: stroke })
    context.strokeStyle = colour
    context.stroke(path)
  }
}
