import { useSyncExternalStore } from 'react'

const key = 'notices-on-device'
const changed = new Set<() => void>()

const isOn = () =>
  typeof Notification !== 'undefined' &&
  Notification.permission === 'granted' &&
  localStorage.getItem(key) === 'on'

const subscribe = (listener: () => void) => {
  changed.add(listener)
  return () => changed.delete(listener)
}

const set = (on: boolean) => {
  localStorage.setItem(key, on ? 'on' : 'off')
  for (const listener of changed) listener()
}

/**
 * Whether this device shows notifications of the browser, and the change of it, which may ask the person for permission.
 * `blocked`: the browser does not ask again.
 */
export function useDeviceNotices() {
  const on = useSyncExternalStore(subscribe, isOn)
  const isMissing = typeof Notification === 'undefined'
  return {
    on,
    blocked: isMissing || Notification.permission === 'denied',
    toggle: async () => {
      if (on) return set(false)
      set((await Notification.requestPermission()) === 'granted')
    },
  }
}

/** Shows a notification of the browser while the page is hidden. One page of several shows it: they share its tag. */
export function notifyOnDevice(sentence: string, path: string): void {
  if (!document.hidden || !isOn()) return
  const shown = new Notification('Portreeve', { body: sentence, tag: path })
  shown.onclick = () => {
    window.focus()
    window.location.assign(path)
  }
}
