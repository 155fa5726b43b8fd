import { describe, expect, it } from 'vitest';
import {
  boxesInFrame,
  boxPaths,
  joinedBoxes,
  boxInRotatedFrame,
  viewBoxOf,
  wholeWorld,
} from '../../../src/serve/parts/map-frame.tsx';

const tonga = { west: 170, south: -20, east: 190, north: -10 };
const halves = [
  { west: -180, south: -20, east: -170, north: -10 },
  { west: 170, south: -20, east: 180, north: -10 },
];

describe('a box across the antimeridian', () => {
  it('is joined from its two halves', () => {
    expect(joinedBoxes(halves)).toEqual([tonga]);
  });

  it('is not joined from halves with different latitudes, or around the whole globe', () => {
    const other = [
      { west: -180, south: -20, east: -170, north: -5 },
      { west: 170, south: -20, east: 180, north: -10 },
    ];
    const around = [{ west: -180, south: 90, east: 180, north: 90 }];
    expect(joinedBoxes(other)).toEqual(other);
    expect(joinedBoxes(around)).toEqual(around);
  });

  it('is one rectangle with the Pacific in the middle, and two with Greenwich there', () => {
    expect(boxPaths(wholeWorld(180), [tonga]).outlines).toBe('M340 200H380V220H340z');
    expect(boxPaths(wholeWorld(0), [tonga]).outlines).toBe(
      'M-20 200H20V220H-20zM700 200H740V220H700z',
    );
  });

  it('has its west greater than its east where longitudes go from -180 to 180', () => {
    expect(boxInRotatedFrame(tonga)).toEqual({ ...tonga, east: -170 });
  });
});

describe('a drawing of boxes', () => {
  it('has a dot where a box is too small for an outline, at any zoom', () => {
    const harbour = { west: 10, south: 53, east: 11, north: 54 };
    const near = { middle: 0, west: 0, south: 45, east: 20, north: 55 } as const;
    expect(boxPaths(wholeWorld(0), [harbour])).toEqual({ outlines: '', dots: 'M381 73h0' });
    expect(boxPaths(near, [harbour])).toEqual({ outlines: 'M380 72H382V74H380z', dots: '' });
  });

  it('has a line along the edge of the map for a pole', () => {
    const pole = { west: -180, south: 90, east: 180, north: 90 };
    expect(boxPaths(wholeWorld(0), [pole]).outlines).toContain('M0 0H720V0H0z');
  });

  it('has no edge inside the map where a box has all longitudes', () => {
    const arctic = { west: -180, south: 60, east: 180, north: 90 };
    expect(boxPaths(wholeWorld(180), [arctic]).outlines).toBe('M0 0H720V60H0z');
  });

  it('has only the boxes in the shown part of the world', () => {
    const near = { middle: 180, west: 150, south: -30, east: 195, north: 0 } as const;
    expect(viewBoxOf(near)).toBe('300 180 90 60');
    expect(boxesInFrame(near, tonga)).toEqual([tonga]);
    expect(boxesInFrame(near, { ...tonga, west: 0, east: 20 })).toEqual([]);
    const [eastern] = halves;
    expect(eastern && boxesInFrame(near, eastern)).toEqual([{ ...tonga, west: 180, east: 190 }]);
  });
});
