import { isAbsolute, resolve } from 'node:path'
import type { PlaceOverrides } from '../store/places.js'
import { trustTexts } from '../text/trust-texts.js'

/** `--store` and `--user-config`, as commander hands them on. */
export interface PlaceOptions {
  store?: string
  userConfig?: string
}

/** @returns what is wrong with them, in words, instead */
export const placeOverridesOf = ({ store, userConfig }: PlaceOptions): PlaceOverrides | string => {
  if (store !== undefined && !isAbsolute(store)) return trustTexts.notAbsolute('--store')
  if (userConfig !== undefined && !isAbsolute(userConfig)) return trustTexts.notAbsolute('--user-config')
  return {
    ...(store === undefined ? {} : { store: resolve(store) }),
    ...(userConfig === undefined ? {} : { userPolicy: resolve(userConfig) }),
  }
}
