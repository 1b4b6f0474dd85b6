import type { Place } from './place.js'
export interface Shim {}
export const placeShim = (_place: Place, _shim: Shim): void => {}
