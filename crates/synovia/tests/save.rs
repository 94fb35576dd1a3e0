//! Models assembled from several folders are saved with all their assets.

use std::path::{Path, PathBuf};

use synovia::spec::{Rename, Spec};
use synovia::{BundleError, Loader, Overwrite, archive};

type Failure = Box<dyn std::error::Error + Send + Sync>;

fn tetrahedron(size: f64) -> String {
    format!(
        "v 0 0 0\nv {size} 0 0\nv 0 {size} 0\nv 0 0 {size}\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
    )
}

/// A folder that is deleted after the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        Self(std::env::temp_dir().join(format!("synovia-{name}-{}", std::process::id())))
    }

    /// A model with a mesh beside it.
    fn robot(&self, name: &str, size: f64) -> Result<Spec, Failure> {
        let xml = "<mujoco><compiler meshdir='meshes'/><asset><mesh name='m' file='base.obj'/></asset><worldbody>
            <body name='b'><joint/><geom type='mesh' mesh='m' euler='10 20 30'/></body></worldbody></mujoco>";
        let folder = self.0.join(name);
        std::fs::create_dir_all(folder.join("meshes"))?;
        std::fs::write(folder.join("meshes/base.obj"), tetrahedron(size))?;
        std::fs::write(folder.join("robot.xml"), xml)?;
        Ok(Loader::new().path(folder.join("robot.xml")).spec()?)
    }

    fn composed(&self) -> Result<Spec, Failure> {
        let (mut arm, mut hand) = (self.robot("arm", 1.0)?, self.robot("hand", 0.5)?);
        let names = Rename {
            prefix: "hand_",
            suffix: "",
        };
        arm.world().attach(&mut hand, names)?;
        Ok(arm)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// True if a file loads as this model.
fn is_same(one: &synovia::model::Model, path: &Path) -> Result<bool, Failure> {
    let two = Loader::new().path(path).load()?.model;
    Ok(one.mesh.vert.rows() == two.mesh.vert.rows()
        && one.geom.quat.rows() == two.geom.quat.rows()
        && one.body.inertia.rows() == two.body.inertia.rows())
}

#[test]
fn a_composed_model_is_saved_with_all_files() {
    let folder = Folder::new("save");
    let spec = folder.composed().unwrap();
    let unkept = Loader::new().compile(&spec).unwrap();
    assert!(matches!(unkept.to_zip(), Err(BundleError::NotKept)));
    let loader = Loader::new().keep_files(true);
    let compiled = loader.compile(&spec).unwrap();
    let path = folder.0.join("new/robot.xml");
    let written = compiled.save(&path, Overwrite::Nothing).unwrap();
    let packed = compiled.to_zip().unwrap();
    let model = compiled.model;
    for name in ["arm", "hand"] {
        std::fs::remove_dir_all(folder.0.join(name)).unwrap();
    }
    let names = ["meshes/base.obj", "meshes/base-2.obj", "robot.xml"];
    assert_eq!(written, names.map(|name| folder.0.join("new").join(name)));
    assert!(is_same(&model, &path).unwrap());

    let read = archive::read(&packed).unwrap();
    let packed_names: Vec<&str> = read.assets.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(packed_names, names[..2]);
    let zip = folder.0.join("robot.zip");
    std::fs::write(&zip, packed).unwrap();
    assert!(is_same(&model, &zip).unwrap());

    // an archive is saved the same way
    let loaded = loader.path(&zip).load().unwrap();
    let path = folder.0.join("unpacked/robot.xml");
    loaded.save(&path, Overwrite::Nothing).unwrap();
    assert!(is_same(&model, &path).unwrap());
}

#[test]
fn somebody_s_file_is_not_replaced() {
    let folder = Folder::new("keep");
    let spec = folder.composed().unwrap();
    let mesh = folder.0.join("new/meshes/base-2.obj");
    std::fs::create_dir_all(folder.0.join("new/meshes")).unwrap();
    std::fs::write(&mesh, "other").unwrap();
    let path = folder.0.join("new/robot.xml");
    let compiled = Loader::new().keep_files(true).compile(&spec).unwrap();
    let refused = compiled.save(&path, Overwrite::Model);
    assert!(matches!(refused, Err(BundleError::Exists(place)) if place == mesh));
    assert!(!path.exists() && !folder.0.join("new/meshes/base.obj").exists());
    compiled.save(&path, Overwrite::Everything).unwrap();
    assert_eq!(std::fs::read_to_string(&mesh).unwrap(), tetrahedron(0.5));
}
