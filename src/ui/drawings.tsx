import type { DrawingName } from './drawing.tsx'

/** Lines on a 120 x 88 grid, over shapes that are filled like a card; what is dashed, and what draws itself. */
const drawings: Record<
  DrawingName,
  { shapes: string; lines: string; dashed?: string; drawn?: string }
> = {
  // An open notebook and its pencil.
  blank: {
    shapes: 'M56 22C46 15 32 14 18 17v49c14-3 28-2 38 5c10-7 24-8 38-5V17c-14-3-28-2-38 5z',
    lines: 'M56 22v49M27 29c7-1 13-1 20 2M27 39c7-1 13-1 20 2M27 49c7-1 13-1 20 2',
    dashed: 'M65 31c7-3 13-3 20-2M65 41c7-3 13-3 20-2',
    drawn: 'M102 40l5 5l-22 22l-8 3l3-8zM97 45l5 5',
  },
  // A folded map with a trail, under a magnifier.
  search: {
    shapes: 'M14 24l27-8l27 8l27-8v46l-27 8l-27-8l-27 8z',
    lines: 'M41 16v46M68 24v46',
    dashed: 'M22 58c3-14 12-18 21-14s18 2 22-8',
    drawn: 'M70 48a14 14 0 1 0 28 0a14 14 0 1 0-28 0M94 58l13 14',
  },
  // The sun goes down behind hills: a tick.
  done: {
    shapes: 'M40 35a20 20 0 1 0 40 0a20 20 0 1 0-40 0M6 76c16-15 33-16 50-6c16-12 36-14 58 6z',
    lines: 'M60 4v5M34 12l4 4M86 12l-4 4M23 36h6M91 36h6',
    drawn: 'M50 36l7 7l13-15',
  },
  // A mast on a hill, with nothing to hear.
  offline: {
    shapes: 'M6 74c16-14 34-18 54-18s38 4 54 18z',
    lines: 'M50 57l10-33l10 33M54 44h12M57 34h6M49 57l17-13M71 57l-17-13',
    dashed:
      'M46 14a16 16 0 0 0 0 20M74 14a16 16 0 0 1 0 20M36 6a29 29 0 0 0 0 36M84 6a29 29 0 0 1 0 36',
    drawn: 'M55 12l10 10M65 12l-10 10',
  },
}

export const DrawingLines = ({ name }: { name: DrawingName }) => {
  const { shapes, lines, dashed, drawn } = drawings[name]
  return (
    <svg
      viewBox="0 0 120 88"
      fill="none"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      className="size-full stroke-line-strong"
    >
      <path d={shapes} className="fill-card" />
      <path d={lines} />
      <path d={dashed} strokeDasharray="3 5" />
      <path d={drawn} pathLength={1} strokeWidth={2} className="animate-draw stroke-ink-soft" />
    </svg>
  )
}
