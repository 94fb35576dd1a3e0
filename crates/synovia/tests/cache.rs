//! The asset cache saves time and changes no results.

use std::sync::Arc;

use synovia::model::id::BodyId;
use synovia::{Cache, Loader, Model};

/// The bytes of a binary STL file with these triangles.
fn stl(triangles: &[[[f32; 3]; 3]]) -> Vec<u8> {
    let mut file = vec![0; 80];
    file.extend((triangles.len() as u32).to_le_bytes());
    for triangle in triangles {
        file.extend([0; 12]);
        for x in triangle.as_flattened() {
            file.extend(x.to_le_bytes());
        }
        file.extend([0; 2]);
    }
    file
}

/// The next of a sequence of numbers between −1 and 1.
fn next(seed: &mut u64) -> f32 {
    *seed = seed
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 40) as f32 / (1 << 23) as f32 - 1.0
}

/// Triangles between random points, some of them coplanar, repeated or degenerate.
fn soup(seed: u64) -> Vec<[[f32; 3]; 3]> {
    let mut seed = seed * 7919 + 1;
    let degenerate = seed % 3;
    let points: Vec<[f32; 3]> = (0..6 + seed % 40)
        .map(|_| [next(&mut seed), next(&mut seed), next(&mut seed)])
        .collect();
    let n = points.len();
    let mut out: Vec<[[f32; 3]; 3]> = (0..2 * n)
        .map(|k| [k, k * 7 + 1, k * 3 + 2].map(|k| points[k % n]))
        .collect();
    match degenerate {
        0 => out.push([points[0]; 3]),
        1 => out.extend(out.clone()),
        _ => out.iter_mut().flatten().for_each(|p| p[2] *= 1e-7),
    }
    out
}

/// A model of one mesh with these attributes.
fn model(attributes: &str) -> String {
    format!(
        "<mujoco><asset><mesh name='m' file='m.stl' {attributes}/></asset>
         <worldbody><body><freejoint/><geom type='mesh' mesh='m'/></body></worldbody></mujoco>"
    )
}

const ATTRIBUTES: [&str; 6] = [
    "inertia='shell'",
    "inertia='convex'",
    "inertia='legacy' scale='1 -2 .5'",
    "inertia='shell' maxhullvert='8'",
    "inertia='shell' smoothnormal='true'",
    "inertia='shell' refpos='.1 .2 .3' refquat='1 2 0 0'",
];

fn load(cache: &Arc<Cache>, xml: &str, mesh: &[u8]) -> Result<Model, String> {
    let loader = Loader::new().cache(Arc::clone(cache)).asset("m.stl", mesh);
    let loaded = loader.string(xml).load();
    loaded
        .map(|loaded| loaded.model)
        .map_err(|error| error.to_string())
}

/// Compares all columns bit by bit.
fn bits(model: &Model) -> Vec<Vec<u8>> {
    let columns = model.columns().into_iter();
    columns.map(|(_, column)| column.bytes().to_vec()).collect()
}

#[test]
fn models_are_the_same_with_and_without_a_cache() {
    let (cache, none) = (Arc::new(Cache::default()), Arc::new(Cache::new(0)));
    let mut loaded = 0;
    for seed in 0..40 {
        let mesh = stl(&soup(seed));
        for attributes in ATTRIBUTES {
            let xml = model(attributes);
            let plain = load(&none, &xml, &mesh);
            for _ in 0..2 {
                match (&plain, load(&cache, &xml, &mesh)) {
                    (Ok(plain), Ok(cached)) => assert_eq!(bits(plain), bits(&cached)),
                    (plain, cached) => assert_eq!(plain.as_ref().err(), cached.err().as_ref()),
                }
            }
            loaded += usize::from(plain.is_ok());
        }
    }
    assert!(none.is_empty());
    // each mesh that could be processed is in the cache once
    assert!(loaded > 60);
    assert_eq!(cache.len(), loaded);
}

#[test]
fn a_changed_file_is_read_again() {
    let cache = Arc::new(Cache::default());
    let dir = std::env::temp_dir().join(format!("synovia-cache-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let path = dir.join("model.xml");
    std::fs::write(&path, model("inertia='shell'")).unwrap();
    let mut volumes = Vec::new();
    // same length, and nearly the same modification time
    for scale in [1.0_f32, 2.0, 1.0] {
        let mut triangles = soup(4);
        triangles
            .as_flattened_mut()
            .as_flattened_mut()
            .iter_mut()
            .for_each(|x| *x *= scale);
        std::fs::write(dir.join("m.stl"), stl(&triangles)).unwrap();
        let loaded = Loader::new()
            .cache(Arc::clone(&cache))
            .path(&path)
            .load()
            .unwrap();
        volumes.push(loaded.model.body.mass[BodyId(1)]);
    }
    std::fs::remove_dir_all(&dir).unwrap();
    assert!((volumes[1] / volumes[0] - 4.0).abs() < 1e-5, "{volumes:?}");
    assert_eq!(volumes[2], volumes[0]);
    assert_eq!(cache.len(), 2);
}

#[test]
fn threads_may_share_a_cache() {
    let cache = Arc::new(Cache::new(20_000));
    let none = Arc::new(Cache::new(0));
    let xml = model("inertia='shell'");
    let meshes: Vec<Vec<u8>> = (0..12).map(|k| stl(&soup(3 * k + 1))).collect();
    let plain: Vec<_> = meshes.iter().map(|mesh| load(&none, &xml, mesh)).collect();
    std::thread::scope(|scope| {
        for first in 0..4 {
            let (cache, xml, meshes, plain) = (&cache, &xml, &meshes, &plain);
            scope.spawn(move || {
                for k in (0..48).map(|k| (k + 3 * first) % 12) {
                    let found = load(cache, xml, &meshes[k]).map(|model| bits(&model));
                    assert_eq!(
                        found.as_ref().ok(),
                        plain[k].as_ref().map(bits).ok().as_ref()
                    );
                    assert!(cache.size() <= 20_000);
                }
            });
        }
    });
}
