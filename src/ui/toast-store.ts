import { proxy } from 'valtio'

export type Toast = {
  id: number
  title: string
  tone: 'plain' | 'warn' | 'danger'
  link: { href: string; label: string } | null
}

export const toastStore = proxy<{ toasts: Toast[]; shownBefore: boolean }>({
  toasts: [],
  shownBefore: false,
})

export const closeToast = (id: number): void => {
  const at = toastStore.toasts.findIndex((toast) => toast.id === id)
  if (at >= 0) toastStore.toasts.splice(at, 1)
}
