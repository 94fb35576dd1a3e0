//! The asset cache: processed assets, kept for the next compilation.
//!
//! Processing a mesh takes a convex hull, a bounding volume hierarchy and mass integrals; reading an image takes its decompression. The
//! result depends only on the bytes of the file and on some options, so both are the key:
//!
//! ```text
//! (kind of asset, options, all bytes of the file)  →  processed asset
//! ```
//!
//! DIFFERENCE(cache-content): the reference compares names and times of files, so that two files in memory with the same name, or
//! two versions of a file within the same second, are confused with each other.
//!
//! DIFFERENCE(cache-hulls): the reference caches a mesh without its hull if no geom needs it, although a mesh of points
//! has its faces from the hull, and the hull is in the model when it is loaded first.
//!
//! Entries are found by a hash of some of the bytes and then compared byte by byte. A file with different content is a different
//! key: the cache never returns outdated assets, and two files are never confused. Cached assets are returned unchanged, so a
//! model is the same to the last bit with and without the cache.
//!
//! Skins are not cached: reading one is only a copy. The size is bounded by LRU eviction. A cache may be shared by threads: a lookup
//! holds the lock only while it finds the hash.

use core::fmt;
use core::sync::atomic::{AtomicU64, Ordering};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use synovia_geom::ProcessedMesh;
use synovia_geom::hfield::HField;
use synovia_geom::texture::Texture;

/// A processed asset.
#[derive(Clone, Debug)]
pub(crate) enum Made {
    /// A mesh in its principal frame.
    Mesh(Arc<ProcessedMesh>),
    /// An image, and whether its colours are sRGB.
    Picture(Arc<Texture>, bool),
    /// A height field.
    Field(Arc<HField>),
}

impl Made {
    /// Its approximate size in memory.
    fn bytes(&self) -> usize {
        match self {
            Self::Mesh(mesh) => bytes_of_mesh(mesh),
            Self::Picture(picture, _) => picture.data.len(),
            Self::Field(field) => size_of_val(&field.data[..]),
        }
    }
}

fn bytes_of_mesh(mesh: &ProcessedMesh) -> usize {
    let (sides, bvh, cells) = (&mesh.polygons, &mesh.bvh, &mesh.octree);
    size_of::<ProcessedMesh>()
        + size_of_val(&mesh.vert[..])
        + size_of_val(&mesh.normal[..])
        + size_of_val(&mesh.texcoord[..])
        + size_of_val(&mesh.face[..])
        + size_of_val(&mesh.face_normal[..])
        + size_of_val(&mesh.face_texcoord[..])
        + size_of_val(&mesh.graph[..])
        + size_of_val(&sides.vert[..])
        + size_of_val(&sides.normal[..])
        + size_of_val(&sides.map[..])
        + 4 * (sides.vertadr.len() + sides.vertnum.len() + sides.mapadr.len() + sides.mapnum.len())
        + bvh.depth.len() * size_of::<(i32, [i32; 2], i32, [f64; 6])>()
        + cells.depth.len() * size_of::<(i32, [i32; 8], [f64; 6], [f64; 8])>()
}

/// The key of a cached asset.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Key<'a> {
    /// The kind of asset, and all options on which it depends.
    pub options: &'a [u8],
    /// The bytes of the file.
    pub file: &'a [u8],
}

impl Key<'_> {
    /// A hash of the options, of the length and of some words of the file.
    fn hash(&self) -> u64 {
        const WORDS: usize = 512;
        let mut hash = self.file.len() as u64;
        let mut mix = |word: u64| {
            // 2⁶⁴ divided by the golden ratio (Fibonacci hashing)
            hash = (hash ^ word)
                .wrapping_mul(0x9e37_79b9_7f4a_7c15)
                .rotate_left(29);
        };
        for &byte in self.options {
            mix(u64::from(byte));
        }
        let (words, rest) = self.file.as_chunks::<8>();
        for word in words.iter().step_by(words.len().div_ceil(WORDS).max(1)) {
            mix(u64::from_le_bytes(*word));
        }
        for &byte in rest {
            mix(u64::from(byte));
        }
        hash
    }
}

struct Entry {
    options: Vec<u8>,
    file: Vec<u8>,
    made: Made,
    bytes: usize,
    /// Clock value of the last lookup.
    used: AtomicU64,
}

impl Entry {
    fn has(&self, key: &Key<'_>) -> bool {
        self.options == key.options && self.file == key.file
    }
}

#[derive(Default)]
struct Inner {
    /// Entries by hash.
    entries: HashMap<u64, Vec<Arc<Entry>>>,
    count: usize,
    size: usize,
    capacity: usize,
}

impl Inner {
    /// Evicts the least recently used entries until the rest fits.
    fn trim(&mut self) {
        if self.size <= self.capacity {
            return;
        }
        // the age of the last entry to evict, in order of last use
        let all = self.entries.values().flatten();
        let mut ages: Vec<(u64, usize)> = all
            .map(|entry| (entry.used.load(Ordering::Relaxed), entry.bytes))
            .collect();
        ages.sort_unstable();
        let mut size = self.size;
        let mut oldest = 0;
        for (used, bytes) in ages {
            if size <= self.capacity {
                break;
            }
            size -= bytes;
            oldest = used;
        }
        let stays = |entry: &Arc<Entry>| entry.used.load(Ordering::Relaxed) > oldest;
        self.entries.retain(|_, list| {
            list.retain(stays);
            !list.is_empty()
        });
        self.recount();
    }

    fn recount(&mut self) {
        let all = self.entries.values().flatten();
        (self.count, self.size) = all.fold((0, 0), |(n, size), e| (n + 1, size + e.bytes));
    }
}

/// Processed assets of earlier compilations.
///
/// ```
/// use synovia_compile::Cache;
/// let cache = Cache::default();
/// assert_eq!((cache.size(), cache.capacity()), (0, 500 << 20));
/// assert_eq!(cache.set_capacity(0), 0); // disables caching
/// ```
#[doc(alias = "mjCache")]
pub struct Cache {
    inner: Mutex<Inner>,
    /// Incremented by every lookup; orders entries by last use.
    clock: AtomicU64,
}

impl Default for Cache {
    /// The capacity of the reference: 500 MiB.
    fn default() -> Self {
        Self::new(500 << 20)
    }
}

impl fmt::Debug for Cache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inner = self.inner();
        f.debug_struct("Cache")
            .field("entries", &inner.count)
            .field("size", &inner.size)
            .field("capacity", &inner.capacity)
            .finish()
    }
}

impl Cache {
    /// An empty cache with a capacity in bytes.
    pub fn new(capacity: usize) -> Self {
        Self {
            inner: Mutex::new(Inner {
                capacity,
                ..Inner::default()
            }),
            clock: AtomicU64::new(0),
        }
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        // a panic leaves no inconsistent state: lists change by whole entries, and sizes are updated afterwards
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Its size in bytes: files and processed assets.
    #[doc(alias = "mj_getCacheSize")]
    pub fn size(&self) -> usize {
        self.inner().size
    }

    /// The number of cached assets.
    pub fn len(&self) -> usize {
        self.inner().count
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Its capacity in bytes.
    #[doc(alias = "mj_getCacheCapacity")]
    pub fn capacity(&self) -> usize {
        self.inner().capacity
    }

    /// Sets the capacity in bytes, 0 to disable caching, and returns it; entries that no longer fit are evicted.
    #[doc(alias = "mj_setCacheCapacity")]
    pub fn set_capacity(&self, capacity: usize) -> usize {
        let mut inner = self.inner();
        inner.capacity = capacity;
        inner.trim();
        capacity
    }

    /// Removes all entries.
    #[doc(alias = "mj_clearCache")]
    pub fn clear(&self) {
        let mut inner = self.inner();
        inner.entries.clear();
        inner.recount();
    }

    fn now(&self) -> u64 {
        self.clock.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// The cached asset of the same file with the same options.
    pub(crate) fn find(&self, key: &Key<'_>) -> Option<Made> {
        let hash = key.hash();
        // entries are reference-counted, so bytes are compared without the lock
        let candidates = self.inner().entries.get(&hash)?.clone();
        let found = candidates.into_iter().find(|entry| entry.has(key))?;
        found.used.store(self.now(), Ordering::Relaxed);
        Some(found.made.clone())
    }

    /// Caches an asset, unless it exceeds the capacity.
    pub(crate) fn keep(&self, options: Vec<u8>, file: Vec<u8>, made: Made) {
        let bytes = size_of::<Entry>() + options.len() + file.len() + made.bytes();
        let key = Key {
            options: &options,
            file: &file,
        };
        let hash = key.hash();
        let mut inner = self.inner();
        if bytes > inner.capacity {
            return;
        }
        let list = inner.entries.entry(hash).or_default();
        if list.iter().any(|entry| entry.has(&key)) {
            return;
        }
        list.push(Arc::new(Entry {
            used: AtomicU64::new(self.now()),
            options,
            file,
            made,
            bytes,
        }));
        inner.count += 1;
        inner.size += bytes;
        inner.trim();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(n: usize) -> Made {
        let texture = Texture {
            width: n,
            height: 1,
            nchannel: 1,
            data: vec![7; n],
        };
        Made::Picture(Arc::new(texture), false)
    }

    fn has(cache: &Cache, options: &[u8], file: &[u8]) -> bool {
        cache.find(&Key { options, file }).is_some()
    }

    #[test]
    fn every_byte_of_file_and_options_counts() {
        let cache = Cache::default();
        let file: Vec<u8> = (0..100_000_u32).map(|k| (k % 251) as u8).collect();
        cache.keep(vec![1, 2], file.clone(), picture(5));
        assert!(has(&cache, &[1, 2], &file));
        assert!(!has(&cache, &[1, 3], &file) && !has(&cache, &[1], &file));
        // including bytes that the hash does not sample
        for k in (0..file.len()).step_by(997) {
            let mut other = file.clone();
            other[k] ^= 1;
            assert!(!has(&cache, &[1, 2], &other), "{k}");
        }
        cache.clear();
        assert!(!has(&cache, &[1, 2], &file) && cache.is_empty() && cache.size() == 0);
    }

    #[test]
    fn what_was_not_used_for_the_longest_time_goes_first() {
        let one = size_of::<Entry>() + 1 + 1000 + 1000;
        let cache = Cache::new(3 * one);
        let file = |k: u8| vec![k; 1000];
        for k in 0..3 {
            cache.keep(vec![0], file(k), picture(1000));
        }
        assert_eq!((cache.len(), cache.size()), (3, 3 * one));
        assert!(has(&cache, &[0], &file(0)));
        cache.keep(vec![0], file(3), picture(1000));
        let left: Vec<bool> = (0..4).map(|k| has(&cache, &[0], &file(k))).collect();
        assert_eq!(left, [true, false, true, true]);

        // storing the same key again takes no more room, and assets larger than the capacity are not cached
        cache.keep(vec![0], file(3), picture(1000));
        cache.keep(vec![0], file(4), picture(3 * one));
        assert_eq!((cache.len(), cache.size()), (3, 3 * one));
        assert_eq!(cache.set_capacity(one), one);
        assert_eq!((cache.len(), cache.size()), (1, one));
        assert!(has(&cache, &[0], &file(3)));
        assert_eq!(cache.set_capacity(0), 0);
        cache.keep(vec![0], file(5), picture(1));
        assert!(cache.is_empty());
    }
}
