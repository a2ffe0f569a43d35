import { useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun, IconSunMoon } from '@tabler/icons-react'

/** Each choice with its icon, and the one that follows it. Auto is the system's scheme. */
const schemes = {
  auto: { Icon: IconSunMoon, next: 'light' },
  light: { Icon: IconSun, next: 'dark' },
  dark: { Icon: IconMoon, next: 'auto' },
} as const

/** Goes on to the next choice of colours; Mantine keeps it in local storage. */
export function ThemeSwitch({ className }: { className: string | undefined }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { Icon, next } = schemes[colorScheme]
  const label = `Colours: ${colorScheme}`
  return (
    <button
      type="button"
      className={className}
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(next)}
    >
      <Icon size={16} stroke={1.7} aria-hidden />
    </button>
  )
}
