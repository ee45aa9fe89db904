import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import { toastMs, toastViewportPx } from '../../contract/constants.ts'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'
import { closeToast, toastStore, type Toast } from './toast-store.ts'

export const ToastViewport = () => {
  const { toasts } = useSnapshot(toastStore)
  return (
    <div
      role="region"
      aria-label="Notifications"
      style={{ width: toastViewportPx }}
      className="safe-top pointer-events-none fixed top-0 left-1/2 z-60 max-w-full -translate-x-1/2"
    >
      <ol aria-live="polite" className="flex flex-col gap-2 p-4">
        {toasts.map((toast) => (
          <ToastCard key={toast.id} {...toast} />
        ))}
      </ol>
    </div>
  )
}

const toneClasses = { plain: 'text-accent', warn: 'text-warn', danger: 'text-danger' }

const ToastCard = ({ id, title, tone, link }: Toast) => {
  const [isPaused, setIsPaused] = useState(false)
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => closeToast(id), toastMs)
    return () => clearTimeout(timer)
  }, [id, isPaused])
  // A toast must not vanish under the pointer or focus of a user who is about to press it.
  const pauseHandlers = {
    onMouseEnter: () => setIsPaused(true),
    onMouseLeave: () => setIsPaused(false),
    onFocusCapture: () => setIsPaused(true),
    onBlurCapture: () => setIsPaused(false),
  }
  return (
    <li className="pointer-events-auto flex items-center gap-3 rounded-md border border-line bg-card py-1 pr-1 pl-4 text-14 shadow-overlay">
      <Icon name={tone === 'plain' ? 'check' : 'warning'} size={18} className={toneClasses[tone]} />
      <span className="min-w-0 flex-1 py-2 wrap-anywhere">{title}</span>
      {link !== null && (
        <Link
          href={link.href}
          {...pauseHandlers}
          onClick={() => closeToast(id)}
          className="inline-flex min-h-control shrink-0 items-center font-medium text-accent-strong hover:underline"
        >
          {link.label}
        </Link>
      )}
      <IconButton
        icon="close"
        label="Close notification"
        iconSize={16}
        {...pauseHandlers}
        onClick={() => closeToast(id)}
      />
    </li>
  )
}
