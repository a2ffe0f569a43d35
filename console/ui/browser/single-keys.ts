import { useState } from 'react'

const storageKey = 'portreeve-single-keys'

export const areSingleKeysOn = () => localStorage.getItem(storageKey) !== 'off'

/** Whether single-key shortcuts are on (WCAG 2.1.4), on every page; stored in this browser. */
export function useKeysOn(): [boolean, (on: boolean) => void] {
  const [on, setOn] = useState(areSingleKeysOn)
  return [
    on,
    (next) => {
      if (next) localStorage.removeItem(storageKey)
      else localStorage.setItem(storageKey, 'off')
      setOn(next)
    },
  ]
}
