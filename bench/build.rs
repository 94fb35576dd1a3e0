//! Links the library of the MuJoCo wheel, whose folder the environment variable `MUJOCO_LIB` names.

fn main() {
    println!("cargo:rerun-if-env-changed=MUJOCO_LIB");
    let folder = std::env::var("MUJOCO_LIB").unwrap_or_default();
    println!("cargo:rustc-link-arg={folder}/libmujoco.so.3.5.0");
    println!("cargo:rustc-link-arg=-Wl,-rpath,{folder}");
}
