const preference = 'messageSound'

/** Whether a new message plays a sound. On by default, switched off per browser. */
export const soundIsOn = (): boolean => localStorage.getItem(preference) !== 'off'
export const switchSound = (on: boolean) => localStorage.setItem(preference, on ? 'on' : 'off')

/** Plays the sound of a new message. Browsers allow sound only after the first interaction with the page. */
export function playSound(): void {
  if (!soundIsOn() || navigator.userActivation?.hasBeenActive === false) return
  new Audio('/message.wav').play().catch(console.error)
}
