export const Logo = ({ size = 28, className }: { size?: number; className?: string }) => (
  <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden className={className}>
    <rect width="32" height="32" rx="7" fill="var(--color-accent)" />
    <g transform="translate(16 16) scale(1.4) translate(-16.1 -15.75)">
      <path
        d="M15 23.5c-1.8-1.5-4.3-2.2-8-2.2V9.3c3.7 0 6.2.7 8 2.2z"
        fill="var(--color-accent-ink)"
        opacity="0.66"
      />
      <path
        d="M17 23.5V13c1.6-3 4.3-4.7 8-5c.5 6.8-1.5 12.5-8 15.5"
        fill="var(--color-accent-ink)"
      />
    </g>
  </svg>
)
